import { describe, expect, it } from 'vitest'
import { hookNames } from '../../../../shared/hooks'
import { asParameters, hookInput, sampleEvent } from '../../../../main/hooks/hook-input'

const facts = { version: '0.1.0', taskId: 'T', cwd: '/p', model: { provider: 'anthropic', slug: 'm' }, now: 1700000000000 }
const common = {
  clineVersion: '0.1.0',
  timestamp: '1700000000000',
  taskId: 'T',
  workspaceRoots: ['/p'],
  model: { provider: 'anthropic', slug: 'm' },
}

describe('what a hook is told', () => {
  it('is one line of JSON with the fields of the source, those with a default value left out', () => {
    const text = hookInput(
      {
        name: 'PostToolUse',
        postToolUse: { toolName: 'x', parameters: { path: '', a: '1' }, result: '', success: false, executionTimeMs: 0 },
      },
      facts,
    )
    expect(text.indexOf('\n')).toBe(text.length - 1)
    expect(JSON.parse(text)).toEqual({
      ...common,
      hookName: 'PostToolUse',
      postToolUse: { toolName: 'x', parameters: { path: '', a: '1' } },
    })
  })

  it.each([
    ['TaskStart', { taskStart: { taskMetadata: { taskId: 's', ulid: 's', initialTask: 's' } } }],
    [
      'TaskResume',
      {
        taskResume: {
          taskMetadata: { taskId: 's', ulid: 's' },
          previousState: { lastMessageTs: 's', messageCount: 's', conversationHistoryDeleted: 's' },
        },
      },
    ],
    ['UserPromptSubmit', { userPromptSubmit: { prompt: 's' } }],
    ['PreToolUse', { preToolUse: { toolName: 's', parameters: { path: 's' } } }],
    ['PostToolUse', { postToolUse: { toolName: 's', parameters: { path: 's' }, result: 's', success: 'b', executionTimeMs: 'n' } }],
    [
      'PreCompact',
      {
        preCompact: {
          taskId: 's',
          ulid: 's',
          contextSize: 'n',
          compactionStrategy: 's',
          previousApiReqIndex: 'n',
          tokensIn: 'n',
          tokensOut: 'n',
        },
      },
    ],
    ['TaskCancel', { taskCancel: { taskMetadata: { taskId: 's', ulid: 's', completionStatus: 's' } } }],
    ['TaskComplete', { taskComplete: { taskMetadata: { taskId: 's', ulid: 's', result: 's' } } }],
    [
      'Notification',
      {
        notification: {
          event: 's',
          source: 's',
          message: 's',
          waitingForUserInput: 'b',
          eventVersion: 's',
          eventId: 's',
          sourceType: 's',
          sourceId: 's',
          requiresUserAction: 'b',
          severity: 's',
        },
      },
    ],
  ] as const)('at %s has exactly these keys', (name, data) => {
    const told = JSON.parse(hookInput(sampleEvent(name), facts))
    expect(shapeOf(told)).toEqual(shapeOf({ ...common, hookName: name, ...fill(data) }))
  })

  it('has a sample for each name', () => expect(hookNames.map((name) => sampleEvent(name).name)).toEqual(hookNames))

  it('names what a tool was called with as strings', () => {
    expect(asParameters({ path: 'a', lines: 3, list: [1], flag: true })).toEqual({ path: 'a', lines: '3', list: '[1]', flag: 'true' })
    expect(asParameters(undefined)).toEqual({})
  })
})

const fill = (data: object): object =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      typeof value === 'object' ? fill(value) : value === 's' ? 's' : value === 'n' ? 1 : true,
    ]),
  )
const shapeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]))
    : Array.isArray(value)
      ? 'list'
      : typeof value
