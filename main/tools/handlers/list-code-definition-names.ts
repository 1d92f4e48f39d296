import { z } from 'zod'
import type { Effects } from '../../../shared/effects'
import { ClineDefaultTool } from '../../../shared/tools'
import type { DefinitionList, ResolvedPath, TaskConfig } from '../task-config'
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
import { pathField } from './input-fields'
import { describeCall, readableText } from './partial-input'
import { forCard, onOneLine, plural, readEffects, sameAsApproved } from './path-facts'

const MAX_LENGTH = 100_000

const description = `List what is defined (functions, classes, methods, types and the like) in the source files of a folder, each with its line. Files in the \
folders inside it are left out. A single file can be given too. Known are JavaScript, TypeScript, Python, Rust, Go, C, C++, C#, Ruby, Java, PHP, Swift, Kotlin \
and shell scripts. At most 50 files are looked at.`

const Input = z.object({ path: pathField('The folder, relative to the project folder or absolute. "." is the project folder.') })
type Input = z.infer<typeof Input>

export class ListCodeDefinitionNamesToolHandler implements IFullyManagedTool<Input, ResolvedPath> {
  readonly name = ClineDefaultTool.LIST_CODE_DEF
  readonly spec = { description, input: Input, offered: () => true }

  effects(input: Input, config: TaskConfig): Promise<Effects> {
    return readEffects(input.path, config)
  }

  async prepare(input: Input, config: TaskConfig): Promise<Preparation<ResolvedPath>> {
    const path = await config.services.files.resolve(input.path)
    const place = { path: path.display, operationIsLocatedInWorkspace: path.inside }
    const card = { kind: 'tool', data: { tool: 'listCodeDefinitionNames', ...place, status: 'running' } } as const
    if (path.kind === 'missing') return { kind: 'failed', card, response: toolFailed(`There is no file or folder ${path.display}.`) }
    if (path.kind === 'other') return { kind: 'failed', card, response: toolFailed(`${path.display} is not a place that can be read.`) }
    const where = path.display === '.' ? 'the project folder' : path.display
    return { kind: 'ready', card, summary: `List the definitions in ${where}`, basis: path }
  }

  async execute(config: TaskConfig, _block: ToolUse<Input>, basis: ResolvedPath): Promise<ToolResponse> {
    const { files } = config.services
    const path = await sameAsApproved(files, basis)
    if (!path) return toolFailed(`${basis.display} leads elsewhere than a moment ago, so it was not read. Call ${this.name} again.`)
    const listed = await files.definitions(path, config.signal)
    if (!listed.ok) return toolFailed(listed.error.message)
    const count = listed.value.files.reduce((sum, { definitions }) => sum + definitions.length, 0)
    const notes = notesOf(listed.value)
    if (count === 0)
      return done([`No definitions were found in ${path.display === '.' ? 'the project folder' : path.display}.`, ...notes].join('\n'), {
        note: 'No definitions',
      })
    const content = [...format(listed.value, path), '', ...notes].join('\n').trimEnd()
    const inFiles = plural(listed.value.files.filter(({ definitions }) => definitions.length > 0).length, 'file', 'files')
    return done(content, { note: `${plural(count, 'definition', 'definitions')} in ${inFiles}`, patch: { content: forCard(content) } })
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const path = readableText(block, 'path')
    if (path === '') return undefined
    return { kind: 'tool', data: { tool: 'listCodeDefinitionNames', path, status: 'drafting', callId: block.callId } }
  }

  getDescription(input: Readonly<Record<string, unknown>>): string {
    return describeCall(this.name, input['path'])
  }
}

/** Each file with its lines, as search_files gives them. */
function format({ files }: DefinitionList, path: ResolvedPath): readonly string[] {
  const output: string[] = []
  let length = 0
  for (const { file, definitions, cut } of files) {
    if (definitions.length === 0 && !cut) continue
    const name = path.kind === 'file' || path.display === '.' ? file : `${path.display.replace(/\/$/, '')}/${file}`
    const rows = definitions.map(({ line, text }) => `  ${line}: ${text}`)
    const lines = [
      ...(output.length > 0 ? [''] : []),
      onOneLine(path.kind === 'file' ? path.display : name),
      ...rows,
      ...(cut ? ['  (and more)'] : []),
    ]
    length += lines.reduce((sum, line) => sum + line.length + 1, 0)
    if (length > MAX_LENGTH) return [...output, '', '(More did not fit into the answer.)']
    output.push(...lines)
  }
  return output
}

function notesOf({ unread, more }: DefinitionList): readonly string[] {
  return [...(more ? ['(The folder has more source files than were looked at.)'] : []), ...unread.map((sentence) => `(${sentence})`)]
}
