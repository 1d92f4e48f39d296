import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Controller } from '../../main/controller/controller'
import { nativeName } from '../../main/mcp/tools/tool-names'
import type { SettingsPatch } from '../../shared/settings'
import { faulty } from '../support/mcp/test-hub'
import { processesWith } from '../support/processes'
import { answer, complete, type ScriptedAnswer, scriptedProvider, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'
import { tempFolder } from '../support/temp-folder'

const TIME = { timeout: 60_000 }
const own = (tool: string, server = 'helper'): string => nativeName({ server, tool })

interface Options {
  readonly servers?: Readonly<Record<string, unknown>>
  readonly settings?: SettingsPatch
  readonly hasWindow?: boolean
  readonly waitMs?: number
}

/** A task whose person gave these servers for the run. It starts once they are there. */
async function open(script: readonly ScriptedAnswer[], { servers = { helper: faulty('none') }, ...options }: Options = {}) {
  const session = await TaskSession.open(script, options)
  session.services.mcp.give(servers)
  const hub = await session.services.mcp.hub()
  hub.wake()
  await Promise.all(Object.keys(servers).map((name) => hub.settled(name, new AbortController().signal)))
  await session.start()
  return session
}

const lastCard = (session: TaskSession) =>
  session.rows.findLast((row) => (row.type === 'ask' ? row.ask === 'use_mcp_server' : row.say === 'use_mcp_server'))

describe('the tools of MCP servers in a task', () => {
  it('are offered under names of their own, asked about with their arguments, and answer to the model', TIME, async () => {
    const session = await open([answer(toolCall(own('say'), { text: 'hello\u202e' })), complete()])
    const asked = await session.ask('use_mcp_server')
    expect(asked.data).toMatchObject({ type: 'use_mcp_tool', serverName: 'helper', toolName: 'say', status: 'awaiting_approval' })
    expect(asked.data.arguments).toBe('{\n  "text": "hello\u202e"\n}')
    expect(asked.approval).toMatchObject({
      summary: 'Call say of the MCP server helper',
      reason: 'you have not allowed say of the MCP server helper without asking',
    })
    await session.approve('use_mcp_server')
    await session.ask('completion_result')
    expect(session.results(1)[0]).toMatch(/^\[say of the MCP server 'helper'\] Result:\n<mcp_text \w+>\nhello\u202e\n<\/mcp_text \w+>\n/)
    expect(lastCard(session)).toMatchObject({ data: { status: 'done', response: 'hello\u202e', note: 'It answered: 6 characters' } })
    const offered = session.provider.requests[0]?.tools.find(({ name }) => name === own('say'))
    expect(offered).toMatchObject({ description: 'helper: Says say.', inputSchema: { properties: { text: { type: 'string' } } } })
    expect(session.provider.requests[0]?.tools.map(({ name }) => name)).not.toContain('use_mcp_tool')
  })

  it(
    'are sent the very arguments that were shown and approved, whatever these are called, and none of them is another object (M20)',
    TIME,
    async () => {
      const got = join(await tempFolder(), 'got')
      const odd: unknown = JSON.parse(
        '{"text":"a","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"extra":[1]}',
      )
      const large = 'x'.repeat(20 * 1024 * 1024)
      const session = await open(
        [
          answer(toolCall(own('say'), odd)),
          answer(toolCall(own('say'), { text: large }, 1024 * 1024)),
          answer(toolCall(own('say'), { text: 5 })),
          complete(),
        ],
        { servers: { helper: faulty('repeats all', {}, got) }, waitMs: 50_000 },
      )
      const asked = await session.ask('use_mcp_server')
      await session.approve('use_mcp_server')
      await session.until('the second result', () => session.provider.requests[2])
      expect(JSON.stringify(JSON.parse(asked.data.arguments ?? ''))).toBe((await readFile(got, 'utf8')).trim())
      expect(asked.data.arguments).toContain('"constructor": {')
      expect(session.results(2)[0]).toContain('did not arrive whole, so nothing was run')
      await session.approve('use_mcp_server')
      await session.ask('completion_result')
      expect(session.results(3)[0]).toContain('the arguments do not fit its schema: data/text must be string')
      expect((await readFile(got, 'utf8')).split('\n')).toHaveLength(2)
      expect('polluted' in {}).toBe(false)
    },
  )

  it('run without a question only where the person said so, whatever the server says of itself', TIME, async () => {
    const servers = { helper: faulty('none', { autoApprove: ['say'] }) }
    const calls = answer(toolCall(own('say'), { text: 'a' }), toolCall(own('count'), {}))
    const session = await open([calls, complete()], { servers })
    const asked = await session.ask('use_mcp_server')
    expect(asked.data.toolName).toBe('count')
    await session.reject('use_mcp_server')
    await session.ask('completion_result')
    expect(session.results(1)[0]).toContain('>\na\n<')
    expect(session.results(1)[1]).toContain('did not approve this call')
    expect(session.provider.requests).toHaveLength(2)
  })

  it('are barred in plan mode unless they are marked as reading only, and then still ask', TIME, async () => {
    const calls = answer(toolCall(own('say'), { text: 'a' }), toolCall(own('count'), {}))
    const session = await open([calls, complete()], { settings: { mode: 'plan' } })
    const asked = await session.ask('use_mcp_server')
    expect(asked.data.toolName).toBe('count')
    await session.approve('use_mcp_server')
    await session.ask('completion_result')
    expect(session.results(1)[0]).toBe('This call was not run: plan mode calls only tools that are marked as reading only.')
    expect(session.results(1)[1]).toContain('>\ncount\n<')
  })

  it('offer to be let run without a question only where that would have spared the question', TIME, async () => {
    const calls = answer(toolCall(own('say'), { text: 'a' }), toolCall(own('count'), {}))
    const session = await open([calls, complete()], { settings: { mode: 'plan', strictPlanModeEnabled: false } })
    expect((await session.ask('use_mcp_server')).approval).not.toHaveProperty('letRun')
    await session.approve('use_mcp_server')
    const asked = await session.ask('use_mcp_server')
    const hub = await session.services.mcp.hub()
    const count = hub.offered().find(({ tool }) => tool.name === 'count')
    expect([asked.data.toolName, asked.approval?.letRun]).toEqual(['count', count?.tool.hash])
    await session.reject('use_mcp_server')
  })

  it('are called under the general name too, and one that is missing is told in one line', TIME, async () => {
    const session = await open(
      [
        answer(
          toolCall('use_mcp_tool', { server_name: 'helper', tool_name: 'say', arguments: '{"text":"by text"}' }),
          toolCall('use_mcp_tool', { server_name: 'helper', tool_name: 'gone' }),
          toolCall('use_mcp_tool', { server_name: 'nobody', tool_name: 'say' }),
          toolCall('use_mcp_tool', { server_name: 'helper', tool_name: 'say', arguments: '[1' }),
        ),
        complete(),
      ],
      { settings: { autoApprovalSettings: { actions: { useMcp: true } } } },
    )
    await session.ask('completion_result')
    const [said, ...missing] = session.results(1)
    expect(said).toContain('by text')
    expect(missing[0]).toMatch(
      /Result:\nThe MCP server helper has no tool "gone"\. It has:\n<mcp_text (\w+)>\ncount, say\n<\/mcp_text \1>\n/,
    )
    expect(missing[1]).toContain('Result:\nThere is no MCP server named "nobody". There are: helper.')
    expect(missing[2]).toContain('- arguments: Invalid input: expected record, received string')
  })

  it('are not waited for: a slow server joins at the boundary of a turn', TIME, async () => {
    const session = await TaskSession.open([answer(toolCall('list_files', { path: '.' })), complete()], {
      hasWindow: true,
      settings: { autoApproveAllToggled: false, autoApprovalSettings: { actions: { readFiles: false } } },
    })
    session.services.mcp.give({ helper: faulty('a late answer to initialize', {}, '200') })
    await session.start()
    await session.ask('tool')
    const hub = await session.services.mcp.hub()
    await hub.settled('helper', new AbortController().signal)
    await session.approve('tool')
    await session.ask('completion_result')
    const offered = session.provider.requests.map(({ tools }) => tools.some(({ name }) => name === own('say')))
    expect(offered).toEqual([false, true])
  })

  it('say how far they are, and what their server tells beside', TIME, async () => {
    const servers = { helper: faulty('progress without end'), teller: faulty('messages without end') }
    const session = await open([answer(toolCall(own('say'), { text: 'x' }), toolCall(own('say', 'teller'), { text: 'y' })), complete()], {
      servers,
      settings: { autoApprovalSettings: { actions: { useMcp: true } } },
    })
    await session.ask('completion_result')
    const patches = session.news.flatMap((news) => (news.type === 'row' && 'patch' in news.op ? [JSON.stringify(news.op.patch)] : []))
    expect(patches.some((patch) => patch.includes('"progress":"at it (0)"'))).toBe(true)
    expect(lastCard(session)).not.toHaveProperty('data.progress')
    const told = session.rows.filter((row) => row.type === 'say' && row.say === 'mcp_notification')
    expect(told).toHaveLength(21)
    expect(told[0]).toMatchObject({ text: '[info] message 0', data: { serverName: 'teller' } })
  })

  it('end with Cancel, and the task goes on without them', TIME, async () => {
    const session = await open([answer(toolCall(own('say'), { text: 'x' })), complete()], {
      servers: { helper: faulty('no answer to a call') },
      settings: { autoApprovalSettings: { actions: { useMcp: true } } },
    })
    await session.until('the call to run', () => (session.states.includes('running_tools') || lastCard(session) ? true : undefined))
    await session.controller.cancelTask()
    await session.ask('resume_task')
    expect(lastCard(session)).toMatchObject({ data: { status: 'cancelled' } })
  })

  it('give long results as their ends and a file, and pictures as the model takes them', TIME, async () => {
    const everything = ['node_modules/@modelcontextprotocol/server-everything/dist/index.js', 'stdio']
    const session = await open(
      [
        answer(
          toolCall(own('get-tiny-image', 'everything'), {}),
          toolCall(own('echo', 'everything'), { message: `start ${'m'.repeat(100_000)} end` }),
          toolCall('access_mcp_resource', { server_name: 'helper', uri: 'test://one' }),
        ),
        answer(toolCall('load_mcp_documentation', {})),
        complete(),
      ],
      {
        servers: {
          helper: faulty('none'),
          everything: { command: process.execPath, args: everything.map((part, at) => (at === 0 ? `${process.cwd()}/${part}` : part)) },
        },
        settings: { autoApprovalSettings: { actions: { useMcp: true } } },
      },
    )
    await session.ask('completion_result')
    const [tiny, echo, resource] = session.results(1)
    expect(tiny).toContain("[get-tiny-image of the MCP server 'everything'] Result:")
    const turn = session.provider.requests[1]?.conversation.at(-1)
    const blocks = turn?.role === 'user' ? turn.content : []
    expect(blocks[0]).toMatchObject({ content: [{ type: 'text' }, { type: 'image', mediaType: 'image/png' }] })
    expect(echo?.length).toBeLessThan(50_000)
    expect(echo).toMatch(
      /start m+\n\n\[[\d,]+ characters are left out here\]\n\nm+ end\n<\/mcp_text .*\n.*\n\[[\d,]+ characters are left out\. All of it is in .*\.log: use read_file or search_files on it\.\]$/,
    )
    const file = /All of it is in (.*?\.log)/.exec(echo ?? '')?.[1] ?? ''
    expect(await readFile(file, 'utf8')).toContain(`start ${'m'.repeat(100_000)} end`)
    expect(resource).toMatch(/^\[test:\/\/one of the MCP server 'helper'\] Result:\n<mcp_text \w+>\nthe text of it\n<\//)
    expect(session.results(2)[0]).toContain('## helper (connected)\n- count: Says count.')
    expect(session.results(2)[0]).toContain('- test://one (One)')
  })

  it('that report an error say the first line of it in the note', TIME, async () => {
    const session = await open([answer(toolCall(own('say'), { text: 'hello' })), complete()], {
      servers: { helper: faulty('isError', { autoApprove: ['say'] }) },
      settings: { autoApprovalSettings: { actions: { useMcp: true } } },
    })
    await session.ask('completion_result')
    expect(lastCard(session)).toMatchObject({ data: { status: 'failed', note: 'It reports an error: it did not work' } })
  })

  it('share four servers among twenty sessions: never more than four process trees, and none at the end', TIME, async () => {
    const session = await TaskSession.open([])
    const mark = `mark-${basename(session.cwd)}`
    const names = ['one', 'two', 'three', 'four']
    session.services.mcp.give(Object.fromEntries(names.map((name) => [name, faulty('none', {}, mark)])))
    let most = 0
    const sessions = Array.from({ length: 20 }, (_, at) => {
      const server = names[at % names.length] ?? ''
      const { handler, requests } = scriptedProvider([
        answer(toolCall('use_mcp_tool', { server_name: server, tool_name: 'say', arguments: { text: `from ${at}` } })),
        complete(),
      ])
      const finished = Promise.withResolvers<void>()
      const controller = new Controller(
        { ...session.services.controller, createHandler: () => Promise.resolve(handler) },
        { cwd: session.cwd },
        () => {
          most = Math.max(most, processesWith(mark).length)
          if (controller.task?.rows.list().some((row) => row.type === 'ask' && row.ask === 'completion_result')) finished.resolve()
        },
      )
      return { at, controller, requests, finished: finished.promise }
    })
    session.services.settings.override({ autoApprovalSettings: { actions: { useMcp: true } } })
    await Promise.all(sessions.map(({ controller }) => controller.initTask({ text: 'Call it.', images: [], files: [] })))
    await Promise.all(sessions.map(({ finished }) => finished))
    for (const { at, requests } of sessions) expect(JSON.stringify(requests[1]?.conversation.at(-1))).toContain(`from ${at}`)
    expect(most).toBe(4)
    await Promise.all(sessions.map(({ controller }) => controller.dispose()))
    await session.services.mcp.dispose()
    expect(processesWith(mark)).toEqual([])
  })
})
