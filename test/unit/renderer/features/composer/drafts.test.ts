import { describe, expect, it } from 'vitest'
import { changeDraft, clearSent, currentDraft, keepDrafts } from '../../../../../renderer/features/composer/drafts'
import { applyPush, createAppStore } from '../../../../../renderer/store/app-store'
import { type Draft, initialExtensionState } from '../../../../../shared/extension-state'

const draft = (text: string, images: string[] = [], files: string[] = []): Draft => ({ text, images, files })

function storeWith(kept: Draft) {
  const store = createAppStore()
  applyPush(store, [{ op: 'snapshot', state: { ...initialExtensionState, currentSessionId: 's1', draft: kept } }])
  return store
}

describe('drafts', () => {
  it('begin as main kept them and belong to the window from then on', () => {
    const store = storeWith(draft('kept', [], ['/a']))
    expect(currentDraft(store.getState())).toEqual(draft('kept', [], ['/a']))
    changeDraft(store, 's1', { text: 'changed' })
    expect(currentDraft(store.getState())).toEqual(draft('changed', [], ['/a']))
  })

  it('lose what was sent and keep what came since', () => {
    const store = storeWith(draft(''))
    const sent = draft('Do it', ['one'], ['/a'])
    changeDraft(store, 's1', draft('Do it\nand more', ['one', 'two'], ['/a', '/b']))
    clearSent(store, 's1', sent)
    expect(currentDraft(store.getState())).toEqual(draft('and more', ['two'], ['/b']))
  })

  it('stay when they were rewritten while they were sent', () => {
    const store = storeWith(draft(''))
    changeDraft(store, 's1', draft('Something else'))
    clearSent(store, 's1', draft('Do it'))
    expect(currentDraft(store.getState()).text).toBe('Something else')
  })

  it('are saved for the session they belong to, also when another is open by then', () => {
    const store = storeWith(draft(''))
    const saved: [string, string][] = []
    const keeper = keepDrafts(store, (sessionId, { text }) => saved.push([sessionId, text]))
    changeDraft(store, 's1', { text: 'one' })
    applyPush(store, [{ op: 'set', key: 'currentSessionId', value: 's2' }])
    changeDraft(store, 's2', { text: 'two' })
    keeper.flush()
    keeper.flush()
    keeper.end()
    expect(saved).toEqual([
      ['s1', 'one'],
      ['s2', 'two'],
    ])
  })
})
