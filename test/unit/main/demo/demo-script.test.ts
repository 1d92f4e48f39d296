import { exec } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { layOutDemoProject } from '../../../../main/demo/demo-project'
import type { AssistantBlock, ConversationTurn, ToolResultBlock } from '../../../../main/providers/conversation'
import { createDemoHandler } from '../../../../main/providers/demo'
import { createToolJson } from '../../../../main/providers/stream-tool-json'
import { tempFolder } from '../../../support/temp-folder'
import { request } from '../../../support/model-server/ask-model'

const run = promisify(exec)
const node = { usual: 'node', own: `'${process.execPath}'` }
const quick = { answerMs: 0, pieceMs: 0 }

interface Answer {
  readonly text: string
  readonly tool: string
  readonly input: Record<string, string>
}

/** What the person does with a call: `no` turns it down; other words go along. */
type Person = (answer: Answer, index: number) => { readonly no?: boolean; readonly words?: string } | undefined

/** A task as small as it can be: asks the script, carries out what it calls, until it completes. */
async function play(folder: string, person: Person, tools: readonly string[] = [], usedNode = node): Promise<Answer[]> {
  const handler = createDemoHandler(quick, usedNode)
  const conversation: ConversationTurn[] = [{ role: 'user', content: [{ type: 'text', text: '<task>\nMend it.\n</task>' }] }]
  const answers: Answer[] = []
  while (answers.length < 30) {
    const offered = tools.map((name) => ({ name, description: '', inputSchema: {} }))
    const { answer, turn, callId } = await listen(
      handler.createMessage(request({ conversation, tools: offered }), new AbortController().signal),
    )
    answers.push(answer)
    const reaction = person(answer, answers.length)
    if (!reaction && ['attempt_completion', 'plan_mode_respond'].includes(answer.tool)) return answers
    const result = reaction?.no
      ? { text: 'The person did not approve this call, so it was not run.', isError: true }
      : await carryOut(folder, answer)
    const words = reaction?.words === undefined ? [] : [{ type: 'text', text: `<feedback>\n${reaction.words}\n</feedback>` } as const]
    const block: ToolResultBlock = { type: 'tool_result', callId, content: [{ type: 'text', text: result.text }], isError: result.isError }
    conversation.push(turn, { role: 'user', content: [block, ...words] })
  }
  throw new Error('The script does not come to an end.')
}

async function listen(events: ReturnType<ReturnType<typeof createDemoHandler>['createMessage']>) {
  let text = ''
  let call = { id: '', name: '' }
  const json = createToolJson()
  for await (const event of events) {
    if (event.type === 'text') text += event.text
    if (event.type === 'tool_call_start') call = event
    if (event.type === 'tool_call_delta') json.feed(event.json)
  }
  const input = json.finish() as Record<string, string>
  const content: AssistantBlock[] = [
    { type: 'text', text },
    { type: 'tool_call', id: call.id, name: call.name, input },
  ]
  const turn: ConversationTurn = { role: 'assistant', content, providerId: 'demo', modelId: 'demo-script' }
  return { answer: { text, tool: call.name, input }, turn, callId: call.id }
}

async function carryOut(folder: string, { tool, input }: Answer): Promise<{ text: string; isError: boolean }> {
  const good = (text: string) => ({ text, isError: false })
  if (tool === 'list_files') return good((await readdir(folder, { recursive: true })).join('\n'))
  if (tool === 'read_file') return good(await readFile(join(folder, input['path']), 'utf8'))
  if (tool === 'replace_in_file') return replace(join(folder, input['path']), input['diff'])
  if (tool !== 'execute_command') return good('ok')
  return run(input['command'], { cwd: folder }).then(
    ({ stdout }) => good(stdout),
    (error: { stdout: string; stderr: string }) => good(error.stdout + error.stderr),
  )
}

async function replace(file: string, diff: string): Promise<{ text: string; isError: boolean }> {
  const [, search, replacement] = /^-{7} SEARCH\n([\s\S]*)\n={7}\n([\s\S]*)\n\+{7} REPLACE$/.exec(diff) ?? []
  const before = await readFile(file, 'utf8')
  if (before.split(search).length !== 2) return { text: 'No match', isError: true }
  await writeFile(file, before.replace(search, replacement))
  return { text: 'Saved', isError: false }
}

async function project(): Promise<string> {
  const folder = await tempFolder()
  return layOutDemoProject(folder)
}
const tools = (answers: readonly Answer[]) => answers.map((answer) => answer.tool)
const result = (answers: readonly Answer[]) => answers.at(-1)?.input['result'] ?? ''
const agrees: Person = () => undefined

describe('the demo script', () => {
  it('finds the failing test, mends it, proves it and completes', async () => {
    const folder = await project()
    const answers = await play(folder, agrees)
    expect(tools(answers)).toEqual([
      'list_files',
      'read_file',
      'execute_command',
      'read_file',
      'replace_in_file',
      'execute_command',
      'attempt_completion',
    ])
    expect(answers[0]?.text).toContain('This is a script, not a model.')
    expect(answers[3]?.text).toContain('1 of 3 tests fails.')
    expect(result(answers)).toContain('All 3 tests pass.')
    expect((await run(`node test/receipt.test.js`, { cwd: folder })).stdout).toContain('3 passed, 0 failed')
  })

  it('offers another way when the first edit is turned down', async () => {
    const folder = await project()
    let edits = 0
    const answers = await play(folder, ({ tool }) => (tool === 'replace_in_file' && (edits += 1) === 1 ? { no: true } : undefined))
    expect(answers.filter((answer) => answer.tool === 'replace_in_file')).toHaveLength(2)
    expect(result(answers)).toContain('All 3 tests pass.')
    expect(await readFile(join(folder, 'src/receipt.js'), 'utf8')).toContain('reduce')
  })

  it('ends honestly when both edits are turned down', async () => {
    const folder = await project()
    const before = await readFile(join(folder, 'src/receipt.js'), 'utf8')
    const answers = await play(folder, ({ tool }) => (tool === 'replace_in_file' ? { no: true } : undefined))
    expect(result(answers)).toContain('nothing was changed and one test still fails')
    expect(await readFile(join(folder, 'src/receipt.js'), 'utf8')).toBe(before)
  })

  it('does not ask again for tests that the person does not want run, and does not claim that they pass', async () => {
    const answers = await play(await project(), ({ tool }) => (tool === 'execute_command' ? { no: true } : undefined))
    expect(tools(answers).filter((tool) => tool === 'execute_command')).toHaveLength(1)
    expect(answers[3]?.text).toContain('did not want the tests run')
    expect(result(answers)).toContain('was not checked')
    expect(result(answers)).not.toContain('pass.')
  })

  it('does not claim success when only the second run is turned down', async () => {
    let runs = 0
    const answers = await play(await project(), ({ tool }) => (tool === 'execute_command' && (runs += 1) === 2 ? { no: true } : undefined))
    expect(result(answers)).toContain('was not checked')
  })

  it('answers words with the truth about itself, and goes on', async () => {
    const answers = await play(await project(), (_answer, index) => (index === 2 ? { words: 'Use TypeScript please' } : undefined))
    expect(answers[2]?.text).toContain('You wrote: "Use TypeScript please". A script cannot follow that')
    expect(result(answers)).toContain('All 3 tests pass.')
  })

  it('answers honestly after the end', async () => {
    const answers = await play(await project(), (_answer, index) => (index === 7 ? { words: 'Now write me a game' } : undefined))
    expect(answers).toHaveLength(8)
    expect(result(answers)).toContain('a script has no more to say')
  })

  it('does nothing in a folder that is not its own', async () => {
    const folder = await tempFolder()
    await writeFile(join(folder, 'mine.txt'), 'mine')
    const answers = await play(folder, agrees)
    expect(tools(answers)).toEqual(['list_files', 'attempt_completion'])
    expect(result(answers)).toContain('not the sample project')
  })

  it('says so when its edit no longer fits', async () => {
    const folder = await project()
    await writeFile(join(folder, 'src/receipt.js'), 'export const total = () => 7\nexport const formatPrice = String\n')
    expect(result(await play(folder, agrees))).toContain('Nothing was changed')
  })

  it('plans in plan mode, and carries the plan out in act mode', async () => {
    const answers = await play(await project(), agrees, ['plan_mode_respond'])
    expect(tools(answers)).toEqual(['list_files', 'read_file', 'plan_mode_respond'])
    expect(answers[2]?.input['response']).toContain('Run the tests')
  })

  it('uses the Node that runs the app where the shell finds none', async () => {
    const answers = await play(await project(), agrees, [], { ...node, usual: 'no-such-node' })
    expect(answers.filter((answer) => answer.tool === 'execute_command').map((answer) => answer.input['command'])).toEqual([
      'no-such-node test/receipt.test.js',
      `'${process.execPath}' test/receipt.test.js`,
      `'${process.execPath}' test/receipt.test.js`,
    ])
    expect(result(answers)).toContain('All 3 tests pass.')
  })

  it('stops at once when it is cancelled', async () => {
    const handler = createDemoHandler({ answerMs: 60_000, pieceMs: 60_000 }, node)
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    const first = handler.createMessage(request(), controller.signal)[Symbol.asyncIterator]().next()
    const reason = new Error('cancelled')
    controller.abort(reason)
    await expect(first).rejects.toBe(reason)
  })
})

describe('layOutDemoProject', () => {
  it('makes a fresh folder each time, also at the same time', async () => {
    const data = await tempFolder()
    const folders = await Promise.all([layOutDemoProject(data), layOutDemoProject(data), layOutDemoProject(data)])
    expect(folders.toSorted()).toEqual(['receipt-1', 'receipt-2', 'receipt-3'].map((name) => join(data, 'demo', name)))
    expect(dirname(await layOutDemoProject(data))).toBe(join(data, 'demo'))
  })
})
