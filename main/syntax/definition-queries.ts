import type { LanguageName } from './languages'

/** Functions that have a name by what they are assigned to. */
const ASSIGNED = '[(arrow_function) (function_expression) (generator_function) (class)]'

const JAVASCRIPT = `
(function_declaration name: (_) @name)
(generator_function_declaration name: (_) @name)
(class_declaration name: (_) @name)
(method_definition name: (_) @name)
(variable_declarator name: (identifier) @name value: ${ASSIGNED})
(assignment_expression left: (member_expression property: (_) @name) right: ${ASSIGNED})
`

const TYPESCRIPT = `
${JAVASCRIPT}
(function_signature name: (_) @name)
(abstract_class_declaration name: (_) @name)
(abstract_method_signature name: (_) @name)
(method_signature name: (_) @name)
(public_field_definition name: (_) @name value: ${ASSIGNED})
(interface_declaration name: (_) @name)
(type_alias_declaration name: (_) @name)
(enum_declaration name: (_) @name)
(module name: (_) @name)
(internal_module name: (_) @name)
`

const C = `
(function_declarator declarator: (identifier) @name)
(struct_specifier name: (_) @name body: (_))
(union_specifier name: (_) @name body: (_))
(enum_specifier name: (_) @name body: (_))
(type_definition declarator: (type_identifier) @name)
(preproc_function_def name: (_) @name)
`

const CPP = `
${C}
(function_declarator declarator: [(field_identifier) (qualified_identifier) (destructor_name) (operator_name)] @name)
(class_specifier name: (_) @name body: (_))
(namespace_definition name: (_) @name)
(alias_declaration name: (_) @name)
(concept_definition name: (_) @name)
`

/** What each language calls a definition, as queries of tree-sitter. `@name` stands on the line that is shown. */
export const definitionQueries: Readonly<Record<LanguageName, string>> = {
  javascript: JAVASCRIPT,
  typescript: TYPESCRIPT,
  tsx: TYPESCRIPT,
  python: `
(class_definition name: (_) @name)
(function_definition name: (_) @name)
`,
  rust: `
(function_item name: (_) @name)
(function_signature_item name: (_) @name)
(struct_item name: (_) @name)
(enum_item name: (_) @name)
(union_item name: (_) @name)
(trait_item name: (_) @name)
(impl_item type: (_) @name)
(mod_item name: (_) @name)
(type_item name: (_) @name)
(const_item name: (_) @name)
(static_item name: (_) @name)
(macro_definition name: (_) @name)
`,
  go: `
(function_declaration name: (_) @name)
(method_declaration name: (_) @name)
(type_spec name: (_) @name)
(type_alias name: (_) @name)
`,
  c: C,
  cpp: CPP,
  c_sharp: `
(namespace_declaration name: (_) @name)
(file_scoped_namespace_declaration name: (_) @name)
(class_declaration name: (_) @name)
(interface_declaration name: (_) @name)
(struct_declaration name: (_) @name)
(record_declaration name: (_) @name)
(enum_declaration name: (_) @name)
(delegate_declaration name: (_) @name)
(method_declaration name: (_) @name)
(constructor_declaration name: (_) @name)
(property_declaration name: (_) @name)
`,
  ruby: `
(class name: (_) @name)
(module name: (_) @name)
(method name: (_) @name)
(singleton_method name: (_) @name)
`,
  java: `
(class_declaration name: (_) @name)
(interface_declaration name: (_) @name)
(enum_declaration name: (_) @name)
(record_declaration name: (_) @name)
(annotation_type_declaration name: (_) @name)
(method_declaration name: (_) @name)
(constructor_declaration name: (_) @name)
`,
  php: `
(namespace_definition name: (_) @name)
(class_declaration name: (_) @name)
(interface_declaration name: (_) @name)
(trait_declaration name: (_) @name)
(enum_declaration name: (_) @name)
(function_definition name: (_) @name)
(method_declaration name: (_) @name)
`,
  swift: `
(class_declaration name: (_) @name)
(protocol_declaration name: (_) @name)
(function_declaration name: (_) @name)
(protocol_function_declaration name: (_) @name)
(function_declaration "init" @name)
(typealias_declaration name: (_) @name)
`,
  kotlin: `
(class_declaration (type_identifier) @name)
(object_declaration (type_identifier) @name)
(function_declaration (simple_identifier) @name)
(type_alias (type_identifier) @name)
`,
  bash: `
(function_definition name: (_) @name)
`,
}
