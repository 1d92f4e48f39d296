import type { ClineMessage } from '../../shared/messages'
import type { SubagentKey, SubagentRun } from '../../shared/subagents'
import { answer, type ScriptedAnswer, scriptedTeam, toolCall } from './scripted-provider'
import { type SessionOptions, TaskSession } from './task-session'

/** An answer that starts a subagent with each of these prompts. */
export const start = (...prompts: readonly string[]): ScriptedAnswer =>
  answer(toolCall('use_subagents', Object.fromEntries(prompts.map((prompt, at) => [`prompt_${at + 1}`, prompt]))))

/** What the task itself is asked. */
export const TASK = 'the whole work'

/** A task whose subagents follow a script each, by words of their prompts. */
export async function team(scripts: Readonly<Record<string, readonly ScriptedAnswer[]>>, options: SessionOptions = {}) {
  const provider = scriptedTeam(scripts)
  const settings = { subagentsEnabled: true, ...options.settings }
  const session = await TaskSession.open(provider, { ...options, settings })
  return { session, provider }
}

/** The call that started subagents, which must be there. */
export function runOf(rows: readonly ClineMessage[]): SubagentRun {
  const run = findRun(rows)
  if (!run) throw new Error('No call started subagents.')
  return run
}

export function findRun(rows: readonly ClineMessage[]): SubagentRun | undefined {
  const row = rows.find((each) => (each.type === 'ask' ? each.ask === 'use_subagents' : each.say === 'subagent'))
  return row && 'data' in row && 'prompts' in row.data ? row.data : undefined
}

export const tsOfRun = (rows: readonly ClineMessage[]): number =>
  rows.find((row) => (row.type === 'ask' ? row.ask === 'use_subagents' : row.say === 'subagent'))?.ts ?? 0

export const gate = () => Promise.withResolvers<void>()
/** The content of the last turn of a request of the task, as JSON. */
export const whatParentGot = (provider: ReturnType<typeof scriptedTeam>, request = 1): string => {
  const last = provider.of(TASK)[request]?.conversation.at(-1)
  return JSON.stringify(last?.content)
}

/** The rows of the log of one subagent; undefined when there is none. */
export const logOf = async ({ controller }: TaskSession, key: SubagentKey): Promise<readonly ClineMessage[] | undefined> =>
  (await controller.task?.subagents.log(key))?.rows
