import { z } from 'zod'
import { ClineDefaultTool } from '../../../shared/tools'
import type { ResolvedPath, TaskConfig, TextFile } from '../task-config'
import { writesPatches } from '../tool-handler'
import { explainConflict } from './edit-problems'
import { pathField, withPathAlias } from './input-fields'
import { plural } from './path-facts'
import { plainEnds } from './read-memory'
import { type EditWork, type NewText, SharedToolHandler } from './shared-tool-handler'

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
  spec: { description, input: Input, offered: (context) => !writesPatches(context) },
  streamed: 'content',
  draftedAs: 'newFileCreated',
  newText: ({ content }, { path, before }, config) => {
    const text = withoutFence(content, path.real)
    if (!before) return { kind: 'text', text, places: [] }
    // A mark at the beginning is put back by itself.
    return rewrite(config, { path, before }, before.hasBom && text.startsWith('\ufeff') ? text.slice(1) : text)
  },
  summarise: ({ path, before, added, removed }) =>
    before
      ? `Rewrite ${path.display} (+${added.toLocaleString('en')} −${removed.toLocaleString('en')})`
      : `Create ${path.display} (${plural(added, 'line', 'lines')})`,
}

/** A new text for a whole file. If the file changed since the model saw it, in other lines, those changes are kept. */
function rewrite(config: TaskConfig, { path, before }: { readonly path: ResolvedPath; readonly before: TextFile }, text: string): NewText {
  const { edits } = config.services
  const seen = config.state.seenTexts.get(path.real)
  const present = plainEnds(before.text)
  if (seen === undefined || seen === present) return { kind: 'text', text: edits.keepLineEnds(before.text, text), places: [] }
  const isEnded = /[\r\n]$/.test(text)
  const rebased = edits.rebase(seen, plainEnds(text), present)
  if (rebased.kind === 'conflict') return { kind: 'problem', response: explainConflict(config, { path, text: before.text }, rebased.spans) }
  const merged = isEnded ? rebased.text : rebased.text.replace(/\n$/, '')
  const words = [`${path.display} had changed since you saw it, in other lines; those changes are kept.`]
  return { kind: 'text', text: edits.keepLineEnds(before.text, merged), places: [], words }
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
