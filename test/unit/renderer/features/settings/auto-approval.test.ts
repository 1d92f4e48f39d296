import { describe, expect, it } from 'vitest'
import { approvalChange, autoApprovalSummary } from '../../../../../renderer/features/settings/auto-approval'
import { defaultSettings, strictestActions } from '../../../../../shared/settings'

describe('auto-approval switches', () => {
  it('switch on what a wider permission contains', () => {
    expect(approvalChange('readFilesExternally', true)).toEqual({ readFilesExternally: true, readFiles: true })
    expect(approvalChange('executeAllCommands', true)).toEqual({ executeAllCommands: true, executeSafeCommands: true })
  })

  it('switch off the wider permission with the narrower', () => {
    expect(approvalChange('editFiles', false)).toEqual({ editFiles: false, editFilesExternally: false })
  })

  it('leave the narrower alone when the wider goes, and the wider when the narrower comes', () => {
    expect(approvalChange('editFilesExternally', false)).toEqual({ editFilesExternally: false })
    expect(approvalChange('editFiles', true)).toEqual({ editFiles: true })
    expect(approvalChange('useMcp', true)).toEqual({ useMcp: true })
  })

  it('are told in a few words, of a pair only the wider', () => {
    expect(autoApprovalSummary(defaultSettings.autoApprovalSettings.actions)).toBe('read, safe commands')
    expect(autoApprovalSummary({ ...strictestActions, readFiles: true, readFilesExternally: true, useMcp: true })).toBe('read all, MCP')
    expect(autoApprovalSummary(strictestActions)).toBe('nothing')
  })
})
