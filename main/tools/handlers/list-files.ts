import { z } from 'zod'
import type { Effects } from '../../../shared/effects'
import { ClineDefaultTool } from '../../../shared/tools'
import type { ListedFile, ResolvedPath, TaskConfig } from '../task-config'
import {
  done,
  type IFullyManagedTool,
  type PartialCard,
  type PartialToolUse,
  type Preparation,
  toolFailed,
  type ToolResponse,
  type ToolUse,
} from '../tool-handler'
import { flagField, pathField } from './input-fields'
import { describeCall, readableText } from './partial-input'
import { forCard, onOneLine, plural, readEffects, sameAsApproved } from './path-facts'

const MAX_ENTRIES = 200

const description = `List what is in a folder; names of folders end with "/". With recursive, everything below it, except what git ignores and \
what is inside hidden or generated folders. At most ${MAX_ENTRIES} names are given, those nearest to the folder first.`

const Input = z.object({
  path: pathField('The folder, relative to the project folder or absolute. "." is the project folder.'),
  recursive: flagField('true to list the folders inside it too. Default: false.'),
})
type Input = z.infer<typeof Input>

export class ListFilesToolHandler implements IFullyManagedTool<Input, ResolvedPath> {
  readonly name = ClineDefaultTool.LIST_FILES
  readonly spec = { description, input: Input, offered: () => true }

  effects(input: Input, config: TaskConfig): Promise<Effects> {
    return readEffects(input.path, config)
  }

  async prepare(input: Input, config: TaskConfig): Promise<Preparation<ResolvedPath>> {
    const path = await config.services.files.resolve(input.path)
    const data = {
      tool: toolOf(input.recursive),
      path: path.display,
      operationIsLocatedInWorkspace: path.inside,
      status: 'running',
    } as const
    const card = { kind: 'tool', data } as const
    const problem = problemOf(path)
    if (problem) return { kind: 'failed', card, response: toolFailed(problem) }
    const where = path.display === '.' ? 'the project folder' : path.display
    return { kind: 'ready', card, summary: `List ${where}${input.recursive ? ' and everything in it' : ''}`, basis: path }
  }

  async execute(config: TaskConfig, block: ToolUse<Input>, basis: ResolvedPath): Promise<ToolResponse> {
    const { files } = config.services
    const path = await sameAsApproved(files, basis)
    if (!path) return toolFailed(`${basis.display} leads elsewhere than a moment ago, so it was not listed. Call list_files again.`)
    const listed = await files.list(path, { recursive: block.input.recursive ?? false, limit: MAX_ENTRIES }, config.signal)
    if (!listed.ok) return toolFailed(listed.error.message)
    const { entries, truncated } = listed.value
    if (entries.length === 0)
      return done(`(${path.display} holds no files${block.input.recursive ? ' that are not ignored' : ''}.)`, { note: 'Nothing in it' })
    const content = entries.toSorted(byPath).map(nameOf).join('\n')
    const rest = truncated ? `\n\n(These are only the first ${entries.length}. List one of its folders to see more.)` : ''
    return done(`${content}${rest}`, {
      note: `${plural(entries.length, 'entry', 'entries')}${truncated ? ', and more' : ''}`,
      patch: { content: forCard(content) },
    })
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const path = readableText(block, 'path')
    const recursive = String(block.input['recursive']) === 'true'
    return path === '' ? undefined : { kind: 'tool', data: { tool: toolOf(recursive), path, status: 'drafting', callId: block.callId } }
  }

  getDescription(input: Readonly<Record<string, unknown>>): string {
    return describeCall(this.name, input['path'])
  }
}

const toolOf = (recursive: boolean | undefined) => (recursive ? 'listFilesRecursive' : 'listFilesTopLevel')

function problemOf(path: ResolvedPath): string | undefined {
  if (path.kind === 'missing') return `There is no folder ${path.display}.`
  if (path.kind === 'file') return `${path.display} is a file, not a folder. Use read_file to see it.`
  return path.kind === 'other' ? `${path.display} is not a place that can be listed.` : undefined
}

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const LOCK = '\u{1f512}'

/** What `.clineignore` hides is named with a lock before it. */
const nameOf = ({ path, directory, hidden }: ListedFile): string =>
  `${hidden ? `${LOCK} ` : ''}${onOneLine(`${path}${directory ? '/' : ''}`)}`

/** A folder before what is in it, names with numbers by the number. */
function byPath(a: ListedFile, b: ListedFile): number {
  const left = a.path.split('/')
  const right = b.path.split('/')
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const order = COLLATOR.compare(left[at] ?? '', right[at] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length
}
