import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SummarizeTaskHandler } from '../../main/tools/handlers/summarize-task'
import { answer, toolCall } from '../support/scripted-provider'
import { lastWords, say, statuses, tell, told, withHooks } from '../support/task-hooks'
import type { TaskSession } from '../support/task-session'

/** As where the app asks for it. */
function offerSummary({ services }: TaskSession): void {
  const handler = new SummarizeTaskHandler()
  services.coordinator.register(Object.assign(handler, { spec: { ...handler.spec, offered: () => true } }))
}
const read = answer(toolCall('read_file', { path: 'a.txt' }))
const files = { 'a.txt': 'text of a\n' }

describe.skipIf(process.platform === 'win32')('hooks before the conversation is summed up', () => {
  it('are told how long it is, are heard behind the summary, and can stop it', async () => {
    const summed = answer(toolCall('summarize_task', { context: 'All that was.' }))
    // The files are gone afterwards.
    const copy = `for key in contextJsonPath contextRawPath; do cp "$(sed "s/.*\\"$key\\":\\"//; s/\\".*//" "$D/told-PreCompact")" "$D/$key"; done`
    const once = `if [ ! -e "$D/once" ]; then touch "$D/once"; ${copy}; ${say('PreCompact')}; else echo '{"cancel": true}'; fi`
    const session = await withHooks({ PreCompact: `${tell('PreCompact')}; ${once}` }, [read, summed, summed], { files })
    offerSummary(session)
    const taskId = await session.start('Read a.')
    await session.ask('resume_task')
    expect(statuses(session)).toEqual([
      ['PreCompact', 'completed'],
      ['PreCompact', 'cancelled'],
    ])
    expect((await told(session, 'PreCompact'))[0]).toMatchObject({
      preCompact: {
        taskId,
        ulid: taskId,
        compactionStrategy: 'auto-condense',
        tokensIn: 10,
        tokensOut: 5,
        contextSize: expect.any(Number),
        contextJsonPath: expect.stringMatching(/conversation_history_\d+\.json$/),
        contextRawPath: expect.stringMatching(/conversation_history_\d+\.txt$/),
      },
    })
    const copied = (name: string) => readFile(join(session.dataDir, name), 'utf8')
    expect(JSON.parse(await copied('contextJsonPath'))).toMatchObject([
      { role: 'user', content: [{ type: 'text' }, { type: 'text' }, { type: 'text' }] },
      { role: 'assistant', content: [{ type: 'tool_use', name: 'read_file', input: { path: 'a.txt' } }] },
      { role: 'user', content: [{ type: 'tool_result', content: [{ text: expect.stringContaining('text of a') }] }, { type: 'text' }] },
      { role: 'assistant', content: [{ type: 'tool_use', name: 'summarize_task' }] },
    ])
    expect(await copied('contextRawPath')).toMatch(/^USER:\n[^]*Read a\.[^]*\nASSISTANT:\n\[read_file [^]*text of a/)
    const { preCompact } = (await told(session, 'PreCompact'))[0] as { preCompact: { contextJsonPath: string } }
    await expect(readFile(preCompact.contextJsonPath)).rejects.toThrow('ENOENT')
    expect(session.provider.requests[2]?.conversation).toHaveLength(1)
    expect(lastWords(session, 2)).toMatch(/All that was\.[^]*context of PreCompact/)
  })
})
