import type { SkillInfo } from '../../../shared/skills'
import type { AppBridge } from '../../bridge'
import { VisibleText } from '../../cards/visible-text'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCwd, selectHomeDir } from '../../store/selectors'
import { Badge } from '../../ui/badge'
import { Switch } from '../../ui/switch'
import { shortPath } from '../../words/short-path'
import styles from './hooks.module.css'
import { TrustButton } from './trust-button'
import { useListed } from './use-listed'

const selectGlobal = (state: AppState) => state.main.globalSkillsToggles
const selectLocal = (state: AppState) => state.main.localSkillsToggles

const listSkills = (bridge: AppBridge, place: { readonly sessionId?: string }) => bridge.call('skills.list', place)

/** The skills of the person and of the open project, each with its switch. */
export function SkillsSection() {
  const { listed } = useListed(listSkills)
  if (listed.kind === 'loading') return null
  if (listed.kind === 'failed') return <p className={styles.problem}>{listed.message}</p>
  return (
    <>
      {listed.items.length === 0 ? (
        <p className={styles.empty}>
          There are no skills. Yours lie in ~/.agents/skills and ~/.cline/skills, those of a project in .agents/skills, each as
          NAME/SKILL.md.
        </p>
      ) : (
        <ul className={styles.list} aria-label="Skills">
          {listed.items.map((skill) => (
            <SkillRow key={skill.path} skill={skill} />
          ))}
        </ul>
      )}
      <TrustButton />
    </>
  )
}

function SkillRow({ skill: { name, description, source, path, isEnabled, problem } }: { readonly skill: SkillInfo }) {
  const { updateSettings } = useActions()
  const global = useApp(selectGlobal)
  const local = useApp(selectLocal)
  const cwd = useApp(selectCwd)
  const home = useApp(selectHomeDir)
  const change = (on: boolean) =>
    void updateSettings(
      source === 'global' ? { globalSkillsToggles: { ...global, [path]: on } } : { localSkillsToggles: { ...local, [path]: on } },
    )
  return (
    <li className={styles.row}>
      <Switch
        label={name}
        hint={description}
        checked={isEnabled && problem === undefined}
        disabled={problem !== undefined}
        onChange={change}
      />
      <p className={styles.note}>
        <Badge>{source === 'global' ? 'Yours' : 'Project'}</Badge> <VisibleText text={shortPath(path, cwd, home)} />
      </p>
      {problem !== undefined && (
        <p className={styles.problem}>
          <VisibleText text={problem} />
        </p>
      )}
    </li>
  )
}
