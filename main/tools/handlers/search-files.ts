import { z } from 'zod'
import type { Effects } from '../../../shared/effects'
import { ClineDefaultTool } from '../../../shared/tools'
import type { ResolvedPath, SearchMatch, TaskConfig } from '../task-config'
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
import { pathField, textField } from './input-fields'
import { readableText } from './partial-input'
import { forCard, onOneLine, plural, readEffects, sameAsApproved } from './path-facts'
import { ofServers, strangersText } from './strangers-text'

const MAX_RESULTS = 300
const MAX_LENGTH = 256 * 1024

const description = `Search the text of files with a regular expression (Rust syntax: no look-around, no back-references), in a folder and all below it, or in \
one file. "(?i)" at its beginning ignores case; an expression with "\\n" may span lines. Each match comes with its line number and the lines next \
to it. Files that git ignores, hidden and binary files are left out. At most ${MAX_RESULTS} matches.`

const Input = z.object({
  path: pathField('The folder or file to search, relative to the project folder or absolute. "." is the project folder.'),
  regex: textField('The regular expression. Escape what shall be taken literally: "foo\\\\(".'),
  file_pattern: z.string().optional().describe('Only files whose name fits this glob, such as "*.ts" or "*.{js,ts}". Default: all.'),
})
type Input = z.infer<typeof Input>

export class SearchFilesToolHandler implements IFullyManagedTool<Input, ResolvedPath> {
  readonly name = ClineDefaultTool.SEARCH
  readonly spec = { description, input: Input, offered: () => true }

  effects(input: Input, config: TaskConfig): Promise<Effects> {
    return readEffects(input.path, config)
  }

  async prepare(input: Input, config: TaskConfig): Promise<Preparation<ResolvedPath>> {
    const path = await config.services.files.resolve(input.path)
    const { regex, file_pattern: filePattern } = input
    const place = { path: path.display, operationIsLocatedInWorkspace: path.inside }
    const data = { tool: 'searchFiles', ...place, regex, ...(filePattern ? { filePattern } : {}), status: 'running' } as const
    const card = { kind: 'tool', data } as const
    if (path.kind === 'missing') return { kind: 'failed', card, response: toolFailed(`There is no file or folder ${path.display}.`) }
    if (path.kind === 'other') return { kind: 'failed', card, response: toolFailed(`${path.display} is not a place that can be searched.`) }
    const where = path.display === '.' ? 'the project' : path.display
    return { kind: 'ready', card, summary: `Search ${where} for ${regex}${filePattern ? ` in ${filePattern}` : ''}`, basis: path }
  }

  async execute(config: TaskConfig, block: ToolUse<Input>, basis: ResolvedPath): Promise<ToolResponse> {
    const path = await sameAsApproved(config.services.files, basis)
    if (!path) return toolFailed(`${basis.display} leads elsewhere than a moment ago, so it was not searched. Call search_files again.`)
    const { regex, file_pattern: filePattern } = block.input
    const request = { path, regex, limit: MAX_RESULTS, ...(filePattern ? { filePattern } : {}) }
    const found = await config.services.search.search(request, config.signal)
    if (!found.ok) return toolFailed(found.error.message)
    const { matches, truncated, timedOut, withheld = [] } = found.value
    const leftOut = withheld.length === 0 ? '' : `\n\n${describeWithheld(withheld, path)}`
    if (matches.length === 0)
      return timedOut
        ? toolFailed(`Nothing was found before the search was ended, because it took too long. Search in a folder inside ${path.display}.`)
        : done(`Found no matches.${leftOut}`, { note: 'No matches' })
    const files = new Set(matches.map((match) => match.file)).size
    const count = `${plural(matches.length, 'match', 'matches')} in ${plural(files, 'file', 'files')}`
    const ended = `The search took too long and was ended after ${count}; there may be more. Search in a folder inside.`
    const heading = timedOut
      ? ended
      : truncated
        ? `Showing the first ${count}; there are more. Search for something narrower.`
        : `Found ${count}.`
    const { handles } = config.services
    const isKept = matches.some(({ file }) => handles.isKeptResult(path.real) || handles.isKeptResult(`${path.real}/${file}`))
    const lines = formatMatches(matches, path)
    return done(`${heading}\n\n${isKept ? strangersText('servers', lines) : lines}${leftOut}`, {
      ...ofServers(isKept),
      note: `${truncated ? 'First ' : ''}${count}`,
      patch: { content: forCard(`${heading}\n\n${lines}${leftOut}`) },
    })
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const path = readableText(block, 'path')
    const regex = readableText(block, 'regex')
    const filePattern = readableText(block, 'file_pattern')
    if (path === '' && regex === '') return undefined
    const data = {
      tool: 'searchFiles',
      path,
      regex,
      ...(filePattern === '' ? {} : { filePattern }),
      status: 'drafting',
      callId: block.callId,
    } as const
    return { kind: 'tool', data }
  }

  getDescription(input: Readonly<Record<string, unknown>>): string {
    const pattern = typeof input['file_pattern'] === 'string' && input['file_pattern'] !== '' ? ` in '${input['file_pattern']}'` : ''
    return `[${this.name} for '${typeof input['regex'] === 'string' ? input['regex'] : ''}'${pattern}]`
  }
}

const MAX_NAMED = 10

function describeWithheld(files: readonly string[], path: ResolvedPath): string {
  const names = files.slice(0, MAX_NAMED).map((file) => pathOf(file, path))
  const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : ''
  return `(Left out are matches in ${names.join(', ')}${more}, which may hold keys: search such a file by its own path, and the person is asked.)`
}

/** Paths as read_file takes them, then the lines: `12: match`, `13- line beside it`. */
function formatMatches(matches: readonly SearchMatch[], path: ResolvedPath): string {
  const output: string[] = []
  let length = 0
  let shown = 0
  let file: string | undefined
  let lastLine = 0
  for (const match of matches) {
    const isNewFile = match.file !== file
    const heading = isNewFile ? [...(shown > 0 ? [''] : []), pathOf(match.file, path)] : []
    const first = match.line - match.before.length
    const gap = !isNewFile && first > lastLine + 1 ? ['  --'] : []
    const lines = [...heading, ...gap, ...linesOf(match)]
    length += lines.reduce((sum, line) => sum + line.length + 1, 0)
    if (length > MAX_LENGTH) break
    output.push(...lines)
    shown += 1
    file = match.file
    lastLine = match.line + match.text.split('\n').length - 1 + match.after.length
  }
  if (shown < matches.length) output.push('', `(${matches.length - shown} more matches did not fit into the answer.)`)
  return output.join('\n')
}

function linesOf({ line, text, before, after }: SearchMatch): readonly string[] {
  const found = text.split('\n')
  return [
    ...before.map((each, at) => `  ${line - before.length + at}- ${each}`),
    ...found.map((each, at) => `  ${line + at}: ${each}`),
    ...after.map((each, at) => `  ${line + found.length + at}- ${each}`),
  ]
}

function pathOf(file: string, searched: ResolvedPath): string {
  if (searched.kind === 'file') return onOneLine(searched.display)
  return onOneLine(searched.display === '.' ? file : `${searched.display.replace(/\/$/, '')}/${file}`)
}
