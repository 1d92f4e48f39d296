import { z } from 'zod'
import { ClineDefaultTool } from '../../../shared/tools'
import { pathField, withPathAlias } from './input-fields'
import { plural } from './path-facts'
import { type EditWork, SharedToolHandler } from './shared-tool-handler'

const description = `Write a file as a whole: create it (with the folders it needs), or replace all that is in it. Give the complete content, nothing left out. \
To change a part of an existing file, use replace_in_file.`

const Input = withPathAlias(
  z.object({
    path: pathField('The file, relative to the project folder or absolute.'),
    content: z.string().describe('The complete content of the file. May be empty.'),
  }),
)
type Input = z.infer<typeof Input>

export class WriteToFileToolHandler extends SharedToolHandler<Input> {
  constructor() {
    super(work)
  }
}

const work: EditWork<Input> = {
  name: ClineDefaultTool.FILE_NEW,
  spec: { description, input: Input, offered: () => true },
  streamed: 'content',
  draftedAs: 'newFileCreated',
  newText: ({ content }, { path, before }, config) => {
    const text = withoutFence(content, path.real)
    return { kind: 'text', text: before ? config.services.edits.keepLineEnds(before.text, text) : text, places: [] }
  },
  summarise: ({ path, before, added, removed }) =>
    before
      ? `Rewrite ${path.display} (+${added.toLocaleString('en')} −${removed.toLocaleString('en')})`
      : `Create ${path.display} (${plural(added, 'line', 'lines')})`,
}

const MARKDOWN = /\.(?:md|mdx|markdown|rmd|qmd)$/i
const FENCED = /^```[^\n`]*\n([\s\S]*?\n)?```\s*$/

/** A fence around the whole content is the model's own, unless the file is one in which fences belong. */
function withoutFence(content: string, path: string): string {
  if (MARKDOWN.test(path)) return content
  const inner = FENCED.exec(content)
  const text = inner?.[1] ?? ''
  return inner && !/^```/m.test(text) ? text : content
}
