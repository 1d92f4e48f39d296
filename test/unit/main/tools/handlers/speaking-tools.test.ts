import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { ActModeRespondHandler } from '../../../../../main/tools/handlers/act-mode-respond'
import { AskFollowupQuestionToolHandler } from '../../../../../main/tools/handlers/ask-followup-question'
import { AttemptCompletionHandler } from '../../../../../main/tools/handlers/attempt-completion'
import { PlanModeRespondHandler } from '../../../../../main/tools/handlers/plan-mode-respond'
import { ToolExecutorCoordinator } from '../../../../../main/tools/tool-executor-coordinator'
import type { IToolHandler } from '../../../../../main/tools/tool-handler'
import { ToolValidator } from '../../../../../main/tools/tool-validator'
import { ClineDefaultTool } from '../../../../../shared/tools'
import { testTool, type TestTool } from '../../../../support/tool-config'

const rowsOf = ({ rows }: TestTool) => rows.map((row) => (row.type === 'ask' ? `ask ${row.ask}` : `say ${row.say}`))

/** Runs a call whose row was already drawn while it streamed. */
async function callDrawn(tool: TestTool, handler: IToolHandler, input: Record<string, unknown>) {
  const ts = tool.config.callbacks.say({ say: 'text', text: 'drawn', partial: true })
  const response = await handler.execute(tool.config, { name: handler.name, callId: 'c', input: handler.spec.input.parse(input) }, null, ts)
  return { ts, response }
}

describe('ask_followup_question', () => {
  const handler = new AskFollowupQuestionToolHandler()

  it('gives the words of the person, and shows them', async () => {
    const tool = await testTool()
    tool.answers.push({ response: 'messageResponse', text: 'the blue one' })
    expect(await tool.call(handler, { question: 'Which?', options: ['red', 'green'] })).toMatchObject({
      status: 'done',
      content: '<answer>\nthe blue one\n</answer>',
    })
    expect(rowsOf(tool)).toEqual(['ask followup', 'say user_feedback'])
    expect(tool.rows[0]).toMatchObject({ data: { question: 'Which?', options: ['red', 'green'] } })
  })

  it('marks the option that was chosen, and repeats it in no bubble', async () => {
    const tool = await testTool()
    tool.answers.push({ response: 'messageResponse', text: 'green' })
    expect((await tool.call(handler, { question: 'Which?', options: '["red","green"]' })).content).toBe('<answer>\ngreen\n</answer>')
    expect(rowsOf(tool)).toEqual(['ask followup'])
    expect(tool.rows[0]).toMatchObject({ data: { selected: 'green' } })
  })

  it('passes on pictures and files, and says when there was no answer', async () => {
    const tool = await testTool({ files: { 'a.txt': 'content' } })
    tool.answers.push(
      { response: 'messageResponse', text: 'see', images: ['data:image/png;base64,AAAA'], files: [`${tool.cwd}/a.txt`] },
      { response: 'messageResponse' },
    )
    expect((await tool.call(handler, { question: 'Which?' })).content).toEqual([
      { type: 'text', text: '<answer>\nsee\n</answer>' },
      { type: 'image', mediaType: 'image/png', data: 'AAAA' },
      { type: 'text', text: '<file_content path="a.txt">\ncontent\n</file_content>' },
    ])
    expect((await tool.call(handler, { question: 'Which?' })).content).toBe('(The person gave no answer.)')
  })

  it('turns the row that streamed into the question', async () => {
    const tool = await testTool()
    tool.answers.push({ response: 'messageResponse', text: 'yes' })
    const { ts } = await callDrawn(tool, handler, { question: 'Sure?' })
    expect(tool.rows.find((row) => row.ts === ts)).toMatchObject({ type: 'ask', ask: 'followup', data: { question: 'Sure?' } })
  })

  it('asks nobody when nobody is there, and is not even offered then', async () => {
    const tool = await testTool({ yolo: true })
    expect((await tool.call(handler, { question: 'Which?' })).content).toContain('Nobody is there')
    expect(rowsOf(tool)).toEqual(['say info'])
    expect(handler.spec.offered({ mode: 'act', yoloModeToggled: true, providerId: 'x', modelId: '', features: new Set() })).toBe(false)
  })
})

describe('plan_mode_respond', () => {
  const handler = new PlanModeRespondHandler()

  it('shows the plan and gives what the person says to it', async () => {
    const tool = await testTool({ mode: 'plan' })
    tool.answers.push({ response: 'messageResponse', text: 'shorter' })
    expect((await tool.call(handler, { response: 'The plan' })).content).toBe('<user_message>\nshorter\n</user_message>')
    expect(rowsOf(tool)).toEqual(['ask plan_mode_respond', 'say user_feedback'])
  })

  it('takes the switch to Act mode for no words', async () => {
    const tool = await testTool({ mode: 'plan' })
    tool.answers.push({ response: 'messageResponse', text: 'PLAN_MODE_TOGGLE_RESPONSE' })
    expect((await tool.call(handler, { response: 'The plan' })).content).toBe('The person switched to Act mode. Carry out the plan.')
    expect(rowsOf(tool)).toEqual(['ask plan_mode_respond'])
  })

  it('goes on without asking when there is more to explore', async () => {
    const tool = await testTool({ mode: 'plan' })
    expect((await tool.call(handler, { response: 'Hm', needs_more_exploration: 'true' })).content).toContain('Go on exploring')
    expect(rowsOf(tool)).toEqual(['say text'])
  })

  it('switches by itself when everything is approved', async () => {
    const tool = await testTool({ mode: 'plan', yolo: true })
    expect(await tool.call(handler, { response: 'The plan' })).toMatchObject({ steer: { kind: 'switch_mode', mode: 'act' } })
    const drawn = await callDrawn(tool, handler, { response: 'The plan' })
    expect(tool.rows.find((row) => row.ts === drawn.ts)).toMatchObject({ type: 'say', say: 'text', text: 'The plan' })
    const acting = await testTool({ mode: 'act', yolo: true })
    expect(await acting.call(handler, { response: 'x' })).toMatchObject({ content: 'Go ahead.' })
  })
})

describe('act_mode_respond', () => {
  const handler = new ActModeRespondHandler()

  it('says it and goes on, but not twice in a row and not in plan mode', async () => {
    const tool = await testTool()
    expect(await tool.call(handler, { response: 'Next I test.' })).toMatchObject({ status: 'done' })
    expect(tool.rows).toMatchObject([{ say: 'text', text: 'Next I test.' }])
    const again = await testTool({ lastToolName: ClineDefaultTool.ACT_MODE })
    expect((await again.call(handler, { response: 'x' })).content).toContain('[BLOCKED]')
    const planning = await testTool({ mode: 'plan' })
    expect(await planning.call(handler, { response: 'x' })).toMatchObject({ status: 'failed' })
  })
})

describe('attempt_completion', () => {
  const handler = new AttemptCompletionHandler()

  it('shows the result with what changed, and finishes when the person is content', async () => {
    const tool = await testTool()
    tool.changes.push({ path: 'a.ts', added: 1, removed: 0 })
    tool.answers.push({ response: 'yesButtonClicked' })
    expect(await tool.call(handler, { result: 'It works.' })).toMatchObject({
      status: 'done',
      steer: { kind: 'finish', result: 'It works.' },
    })
    expect(tool.rows[0]).toMatchObject({ say: 'completion_result', text: 'It works.', data: { changes: [{ path: 'a.ts' }] } })
    expect(rowsOf(tool)).toEqual(['say completion_result', 'ask completion_result'])
  })

  it('goes on with what the person says to it', async () => {
    const tool = await testTool()
    tool.answers.push({ response: 'messageResponse', text: 'and the tests?' })
    const response = await tool.call(handler, { response: 'It works.' })
    expect(response.steer).toBeUndefined()
    expect(response.content).toContain('<feedback>\nand the tests?\n</feedback>')
    expect(rowsOf(tool)).toEqual(['say completion_result', 'ask completion_result', 'say user_feedback'])
  })

  it('runs its command as a call of its own, and stops when that is not approved', async () => {
    const tool = await testTool()
    tool.answers.push({ response: 'messageResponse', text: 'nice' })
    const { content } = await tool.call(handler, { result: 'Done.', command: 'open index.html' })
    expect(tool.nested).toEqual([{ name: ClineDefaultTool.BASH, input: { command: 'open index.html', requires_approval: false } }])
    expect(content).toMatchObject([{ text: expect.stringContaining('nice') }, { text: 'Exit code 0.' }])
    const denied = await testTool({ nestedResponse: { status: 'denied', content: 'no' } })
    expect(await denied.call(handler, { result: 'Done.', command: 'open index.html' })).toMatchObject({ status: 'denied' })
    expect(rowsOf(denied)).toEqual(['say completion_result'])
  })

  it('finishes the row that streamed', async () => {
    const tool = await testTool()
    tool.answers.push({ response: 'yesButtonClicked' })
    const ts = tool.config.callbacks.say({ say: 'completion_result', text: 'It wo', data: { changes: [] }, partial: true })
    await handler.execute(tool.config, { name: handler.name, callId: 'c', input: { result: 'It works.' } }, null, ts)
    expect(tool.rows.find((row) => row.ts === ts)).toMatchObject({ text: 'It works.' })
    expect(tool.rows[0]?.partial).toBeUndefined()
  })
})

describe('what the model is told of the tools', () => {
  const handlers = new ToolExecutorCoordinator(new ToolValidator()).list()

  it.each(handlers.map((handler) => [handler.name, handler] as const))(
    '%s has a description and a plain schema of its input',
    (_, handler) => {
      const schema = z.toJSONSchema(handler.spec.input, { io: 'input' })
      expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) })
      if (Object.keys(schema.properties ?? {}).length > 0) expect(schema.required).toEqual(expect.any(Array))
      for (const field of Object.values(schema.properties ?? {}))
        expect(field).toMatchObject({ type: expect.any(String), description: expect.any(String) })
      expect(handler.spec.description.length).toBeGreaterThan(40)
    },
  )
})
