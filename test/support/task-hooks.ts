import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HookName } from '../../shared/hooks'
import type { ClineMessage } from '../../shared/messages'
import { type SessionOptions, TaskSession } from './task-session'

/** A session whose person has these hooks, each a shell script that may write `$D/NAME`. */
export async function withHooks(
  hooks: Partial<Record<HookName, string>>,
  script: Parameters<typeof TaskSession.open>[0],
  options: SessionOptions = {},
) {
  const session = await TaskSession.open(script, options)
  for (const [name, text] of Object.entries(hooks))
    await putHook(join(session.dataDir, 'hooks'), name, text.replaceAll('$D', session.dataDir))
  return session
}

export async function putHook(folder: string, name: string, script: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, name), 0o755)
}

export const rowsOf = (session: TaskSession) =>
  session.rows.filter((row): row is Extract<ClineMessage, { say: 'hook_status' }> => row.type === 'say' && row.say === 'hook_status')
export const statuses = (session: TaskSession) => rowsOf(session).map(({ data }) => [data.hookName, data.status])
export const lastWords = (session: TaskSession, index: number) => JSON.stringify(session.provider.requests[index]?.conversation.at(-1))
/** What a hook was told, each time that it ran. */
export async function told(session: TaskSession, name: HookName): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(session.dataDir, `told-${name}`), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
export const tell = (name: HookName): string => `cat >> "$D/told-${name}"`
export const say = (name: string): string => `echo '{"contextModification": "context of ${name}"}'`
