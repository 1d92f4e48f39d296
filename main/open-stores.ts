import { projectHooks } from './hooks/hook-files'
import type { Notices } from './controller/notices'
import { SkillBook } from './skills/skill-book'
import { projectSkills } from './skills/skill-files'
import type { DataPaths } from './storage/data-dir'
import type { Keychain } from './storage/keychain'
import type { SecretMask } from './storage/mask-secrets'
import { RuleStore } from './storage/rule-store'
import { createSecretStore, type SecretStore } from './storage/secret-store'
import { StateManager } from './storage/state-manager'
import { ProjectTrust, type TrustSource } from './trust/project-trust'
import { TrustStore } from './trust/trust-store'

/** What a person set, decided and keeps, each in a file of its own. */
export interface Stores {
  readonly settings: StateManager
  readonly secrets: SecretStore
  readonly rules: RuleStore
  /** What may be used of that which project folders bring. */
  readonly trust: ProjectTrust
  readonly skills: SkillBook
  /** Writes what waits to be written. */
  flush(): Promise<void>
}

/** A line for each kind of thing that a project can bring: it is then listed, and asked about. */
const trustSources: readonly TrustSource[] = [projectHooks, projectSkills]

export async function openStores(paths: DataPaths, notices: Notices, { mask, keychain, home }: StoresOptions): Promise<Stores> {
  const told = {
    onNotice: (notice: Parameters<Notices['add']>[0]) => notices.add(notice),
    onRecovered: (id: string) => notices.withdraw(id),
  }
  const settings = new StateManager({ file: paths.settings, ...told })
  const rules = new RuleStore({ file: paths.rules, ...told })
  const trustStore = new TrustStore({ file: paths.trust, ...told })
  const secrets = createSecretStore({
    file: paths.secrets,
    learn: (secret) => mask.learn(secret),
    onProblem: (text) => notices.add({ id: 'secrets', level: 'warning', code: 'secrets', text }),
    ...(keychain ? { keychain } : {}),
  })
  await Promise.all([settings.load(), rules.load(), trustStore.load()])
  const trust = new ProjectTrust(trustStore, trustSources)
  return {
    settings,
    secrets,
    rules,
    trust,
    skills: new SkillBook({ home, trust, toggles: () => settings.getSettings() }),
    flush: async () => {
      await Promise.all([settings.flush(), rules.flush(), trustStore.flush()])
    },
  }
}

interface StoresOptions {
  readonly mask: SecretMask
  readonly keychain: Keychain | undefined
  /** The person's home folder. */
  readonly home: string
}
