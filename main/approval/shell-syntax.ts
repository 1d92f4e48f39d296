/** Of the shell's own, or tied to its own in zsh: a loop over one of these changes what later words mean. */
export const SPECIAL_VARIABLES =
  /^(?:path|cdpath|fpath|manpath|module_path|mailpath|psvar|argv|status|prompt|histchars|watch|signals|options|[A-Z_]+)$/

/** Tokens between statements that change nothing of what each of them does. */
export const SEPARATORS: ReadonlySet<string> = new Set(
  '; && || | |& ( ) { } ! if then elif else fi for in do done while until case esac'.split(' ').concat('\n'),
)

export const CASE_ENDS: ReadonlySet<string> = new Set([';;', ';&', ';;&'])

export const UNKNOWN_NODES: Readonly<Record<string, string>> = {
  function_definition: 'it makes a function, which can stand for anything later',
  declaration_command: 'it changes variables of the shell',
  unset_command: 'it changes variables of the shell',
  variable_assignment: 'it sets a variable of the shell',
  variable_assignments: 'it sets variables of the shell',
  c_style_for_statement: 'it computes in a way that can run commands',
}
