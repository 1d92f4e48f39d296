import { isDeepStrictEqual } from 'node:util'
import type { Notice } from '../../shared/extension-state'
import { type Settings, type SettingsPatch, strictestActions } from '../../shared/settings'
import { type AtomicFile, atomicFile } from './atomic-write'
import { type Saver, createSaver } from './saver'
import {
  type RefusedSetting,
  type SettingsDocument,
  type SettingsKey,
  isObject,
  joinPatches,
  patchDocument,
  readSettings,
  settingsKeys,
  strictDocument,
  withoutPatched,
} from './settings-document'

export interface StateManagerOptions {
  /** settings.json; its folder must be there. */
  readonly file: string
  /** Something the person should know: settings that could not be read, or are not saved. */
  readonly onNotice?: (notice: Notice) => void
  /** What the notice of this id told of is over. */
  readonly onRecovered?: (noticeId: string) => void
}

export type SettingsListener = (changedKeys: readonly SettingsKey[]) => void

const QUIET_MS = 500
const LONGEST_MS = 2_000

/**
 * What a person can set, shared by all sessions. Reads and changes are immediate, the file follows a moment later.
 * An override of this run (command line, `--settings`) lies above and is never written; when the person changes
 * a key that is overridden, their word holds from then on.
 */
export class StateManager {
  readonly #options: StateManagerOptions
  readonly #file: AtomicFile
  readonly #saver: Saver
  readonly #listeners = new Set<SettingsListener>()
  #document: SettingsDocument | undefined
  #override: SettingsPatch = {}
  #versionLift = 0
  /** Changes that are not in the file yet. */
  #unsaved: SettingsPatch = {}
  #settings: Settings | undefined

  constructor(options: StateManagerOptions) {
    this.#options = options
    this.#file = atomicFile(options.file)
    this.#saver = createSaver({
      save: () => this.#save(),
      quietMs: QUIET_MS,
      longestMs: LONGEST_MS,
      onFailure: (error) => this.#notify('settings-not-saved', 'error', `Your settings are not saved. ${error.message}`),
      onRecovered: () => options.onRecovered?.('settings-not-saved'),
    })
  }

  /** Reads the file. Never rejects for what stands in it; whatever is wrong with it is told in one notice. */
  async load(): Promise<void> {
    const read = await this.#file.read()
    if (read.kind === 'missing') this.#document = {}
    else if (read.kind === 'ok' && isObject(read.value)) this.#document = read.value
    else this.#startOver()
    this.#refresh()
    const refused = readSettings(this.#document ?? {}).refused
    if (refused.length > 0) this.#notify('settings-refused', 'warning', sentenceAbout(refused))
  }

  getSettings(): Settings {
    if (!this.#settings) throw new Error('The settings are read before load() has ended')
    return this.#settings
  }

  /** A change by the person. Names what did not fit and was left as it was. */
  update(patch: SettingsPatch): readonly RefusedSetting[] {
    const before = this.#loaded()
    const { document, refused } = patchDocument(before, patch)
    this.#override = withoutPatched(this.#override, patch)
    if (!isDeepStrictEqual(before, document)) {
      this.#document = document
      this.#unsaved = joinPatches(this.#unsaved, patch)
      this.#saver.request()
    }
    this.#refresh()
    return refused
  }

  /** A change for this run only. Names what did not fit, unknown keys included. */
  override(patch: SettingsPatch): readonly RefusedSetting[] {
    const { refused } = patchDocument(this.#loaded(), patch)
    this.#override = joinPatches(this.#override, patch)
    this.#refresh()
    return refused
  }

  /** Calls back after each change with the keys whose value differs. Returns the way to stop. */
  subscribe(listener: SettingsListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Resolves once everything is in the file; rejects with a StorageError when it cannot be. */
  flush(): Promise<void> {
    return this.#saver.flush()
  }

  #loaded(): SettingsDocument {
    if (!this.#document) throw new Error('The settings are changed before load() has ended')
    return this.#document
  }

  /** The file says nothing that can be used: it is kept, and nothing is approved until the person says so again. */
  #startOver(): void {
    this.#document = strictDocument
    this.#unsaved = { autoApprovalSettings: { actions: strictestActions } }
    this.#saver.request()
    const text = `Your settings could not be read and start anew, with all automatic approvals off. The damaged file is kept beside ${this.#options.file}.`
    this.#notify('settings-damaged', 'warning', text)
  }

  #refresh(): void {
    const before = this.#settings
    const settings = this.#effective(before)
    const changed = settingsKeys.filter((key) => !isDeepStrictEqual(before?.[key], settings[key]))
    if (changed.length === 0) return
    // What did not change keeps its identity, so that whoever compares by reference sees no change.
    const kept = Object.fromEntries(settingsKeys.filter((key) => !changed.includes(key)).map((key) => [key, before?.[key]]))
    this.#settings = { ...settings, ...kept }
    if (before) for (const listener of this.#listeners) listener(changed)
  }

  /** Overrides leave the stored version alone; the one that is shown rises with every change all the same. */
  #effective(before: Settings | undefined): Settings {
    const document = this.#loaded()
    const { settings } = readSettings(patchDocument(document, this.#override).document)
    const approvals = settings.autoApprovalSettings
    const version = readSettings(document).settings.autoApprovalSettings.version + this.#versionLift
    const shown = before?.autoApprovalSettings
    const isChanged = shown && !isDeepStrictEqual({ ...approvals, version: shown.version }, shown)
    const missing = isChanged ? Math.max(0, shown.version + 1 - version) : 0
    this.#versionLift += missing
    return { ...settings, autoApprovalSettings: { ...approvals, version: version + missing } }
  }

  async #save(): Promise<void> {
    const patch = this.#unsaved
    this.#unsaved = {}
    try {
      await this.#file.write(patchDocument(await this.#base(), patch).document)
    } catch (error) {
      this.#unsaved = joinPatches(patch, this.#unsaved)
      throw error
    }
  }

  /** What stands in the file now: another process may have changed other keys meanwhile, and they are kept. */
  async #base(): Promise<SettingsDocument> {
    const read = await this.#file.read()
    if (read.kind === 'ok' && isObject(read.value)) return read.value
    if (read.kind !== 'missing') await this.#file.keepCopy()
    return this.#loaded()
  }

  #notify(id: string, level: Notice['level'], text: string): void {
    this.#options.onNotice?.({ id, level, code: id.replaceAll('-', '_'), text })
  }
}

function sentenceAbout(refused: readonly RefusedSetting[]): string {
  const approvals = refused.includes('autoApprovalSettings') ? ' All automatic approvals are off.' : ''
  return `Settings with a value that this version cannot use are at their defaults: ${refused.join(', ')}.${approvals}`
}
