import { describe, expect, it } from 'vitest'
import { buttonsFor } from '../../../../../renderer/features/approval/ask-buttons'
import type { ClineAskMessage, ClineSayTool } from '../../../../../shared/messages'

const toolAsk = (tool: ClineSayTool['tool']): ClineAskMessage => ({
  type: 'ask',
  ask: 'tool',
  ts: 1,
  data: { tool, status: 'awaiting_approval' },
})
const labels = (row: ClineAskMessage) => {
  const { primary, secondary } = buttonsFor(row)
  return [primary?.label, secondary?.label]
}
const failure = { kind: 'auth', message: 'The key was refused.' } as const

describe('the button table', () => {
  it.each(['editedExistingFile', 'newFileCreated', 'fileDeleted'] as const)('calls the answers to %s Save and Reject', (tool) => {
    expect(labels(toolAsk(tool))).toEqual(['Save', 'Reject'])
  })

  it('calls the answers to any other tool Approve and Reject', () => {
    expect(labels(toolAsk('readFile'))).toEqual(['Approve', 'Reject'])
    expect(labels(toolAsk('unknown'))).toEqual(['Approve', 'Reject'])
  })

  it('calls the answers to a command Run Command and Reject', () => {
    const row: ClineAskMessage = { type: 'ask', ask: 'command', ts: 1, data: { command: 'ls', cwd: '/', status: 'awaiting_approval' } }
    expect(labels(row)).toEqual(['Run Command', 'Reject'])
  })

  it('offers a new task where a task cannot go on by itself', () => {
    expect(labels({ type: 'ask', ask: 'api_req_failed', ts: 1, data: failure })).toEqual(['Retry', 'Start New Task'])
    expect(labels({ type: 'ask', ask: 'mistake_limit_reached', ts: 1 })).toEqual(['Proceed Anyways', 'Start New Task'])
    expect(labels({ type: 'ask', ask: 'completion_result', ts: 1 })).toEqual(['Start New Task', undefined])
    expect(labels({ type: 'ask', ask: 'resume_completed_task', ts: 1 })).toEqual(['Start New Task', undefined])
  })

  it('resumes a task with one button', () => {
    expect(labels({ type: 'ask', ask: 'resume_task', ts: 1 })).toEqual(['Resume Task', undefined])
  })

  it('has no button for a question, and the way to Act for a plan', () => {
    expect(buttonsFor({ type: 'ask', ask: 'followup', ts: 1, data: { question: 'Which?' } })).toEqual({})
    expect(buttonsFor({ type: 'ask', ask: 'plan_mode_respond', ts: 1, data: { response: 'So' } })).toEqual({
      primary: { label: 'Switch to Act', action: 'act' },
    })
  })
})
