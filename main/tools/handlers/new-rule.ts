import { z } from 'zod'
import { ClineDefaultTool } from '../../../shared/tools'
import { pathField, textField, withPathAlias } from './input-fields'
import { plural } from './path-facts'
import { type EditWork, SharedToolHandler } from './shared-tool-handler'

const description = `Write down a rule of this project for later tasks: a new Markdown file directly in the folder .clinerules, with a short hyphenated name, \
such as .clinerules/naming-of-tests.md. Only when the person asked for a rule. An existing rule is not overwritten.`

const Input = withPathAlias(
  z.object({
    path: pathField('The new file: .clinerules/ and a short hyphenated name that ends with .md.'),
    content: textField('The rule, in Markdown.'),
  }),
)
type Input = z.infer<typeof Input>

export class NewRuleToolHandler extends SharedToolHandler<Input> {
  constructor() {
    super(work)
  }
}

const RULE = /^\.clinerules\/[^/]+\.md$/
const RESERVED = '.clinerules/default-clineignore.md'

const work: EditWork<Input> = {
  name: ClineDefaultTool.NEW_RULE,
  // Only on the person's own request: the instruction that asks for it brings its definition along.
  spec: { description, input: Input, offered: ({ asked }) => asked?.has(ClineDefaultTool.NEW_RULE) ?? false },
  streamed: 'content',
  draftedAs: 'newFileCreated',
  refuse: (path) => {
    if (!path.inside || !RULE.test(path.display) || path.display === RESERVED)
      return `${path.display} is no place for a rule: it must be a file directly in .clinerules whose name ends with .md.`
    return path.kind === 'missing'
      ? undefined
      : `${path.display} exists already, and a rule is not overwritten. Choose another name, or change it with an edit.`
  },
  newText: ({ content }) => ({ kind: 'text', text: content.endsWith('\n') ? content : `${content}\n`, places: [] }),
  summarise: ({ path, added }) => `Write the rule ${path.display} (${plural(added, 'line', 'lines')})`,
}
