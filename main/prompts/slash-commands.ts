import { ClineDefaultTool } from '../../shared/tools'
import condense from './commands/condense.md?raw'
import explainChanges from './commands/explain-changes.md?raw'
import newRule from './commands/new-rule.md?raw'
import newTask from './commands/new-task.md?raw'
import reportBug from './commands/report-bug.md?raw'

/** What a word with a slash in a person's message asks for: an instruction, and the tool that is offered for it. */
export interface SlashCommand {
  readonly tool: ClineDefaultTool
  readonly instruction: string
}

const condensing: SlashCommand = { tool: ClineDefaultTool.CONDENSE, instruction: condense.trim() }

const commands: ReadonlyMap<string, SlashCommand> = new Map([
  ['smol', condensing],
  ['compact', condensing],
  ['newtask', { tool: ClineDefaultTool.NEW_TASK, instruction: newTask.trim() }],
  ['newrule', { tool: ClineDefaultTool.NEW_RULE, instruction: newRule.trim() }],
  ['explain-changes', { tool: ClineDefaultTool.GENERATE_EXPLANATION, instruction: explainChanges.trim() }],
  ['reportbug', { tool: ClineDefaultTool.REPORT_BUG, instruction: reportBug.trim() }],
])

const WORD = /(^|\s)\/([a-zA-Z0-9_.:@-]+)(?=\s|$)/g

/** The first command in a person's own words, and the words without it. */
export function readSlashCommand(
  text: string,
): { readonly name: string; readonly command: SlashCommand; readonly rest: string } | undefined {
  for (const match of text.matchAll(WORD)) {
    const name = match[2] ?? ''
    const command = commands.get(name)
    if (!command) continue
    const rest = `${text.slice(0, match.index)}${match[1] ?? ''}${text.slice(match.index + match[0].length)}`
    return { name, command, rest: rest.trim() }
  }
  return undefined
}
