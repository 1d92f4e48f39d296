import { expect, test } from 'vitest'
import { defaultSettings, strictestActions } from '../../../../../shared/settings'
import { approvalWords } from '../../../../../renderer/features/chat/approval-words'

const withActions = (change: Partial<typeof strictestActions>) => ({
  ...defaultSettings,
  autoApprovalSettings: { ...defaultSettings.autoApprovalSettings, actions: { ...strictestActions, ...change } },
})

test('says what needs no approval, as the settings have it', () => {
  expect(approvalWords(withActions({}))).toBe('By your settings everything waits for your approval.')
  expect(approvalWords(withActions({ readFiles: true }))).toContain('reading in this folder needs no approval')
  expect(approvalWords(withActions({ readFiles: true, editFiles: true, executeAllCommands: true, executeSafeCommands: true }))).toContain(
    'reading in this folder, editing in this folder and every command need no approval',
  )
  expect(approvalWords({ ...withActions({}), yoloModeToggled: true })).toContain('without asking you')
})
