import { type RefObject, useRef } from 'react'
import { counted } from '../../../shared/amounts'
import { type BroughtItem, type FolderTrust, isPending, type TrustSummary } from '../../../shared/trust'
import { FoldingCard } from '../../cards/card-frame'
import { VisibleText } from '../../cards/visible-text'
import { useActions, useApp, useAppStore } from '../../store/app-context'
import { type AppState, setUi } from '../../store/app-store'
import { selectHomeDir } from '../../store/selectors'
import { Badge, type BadgeTone } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Spinner } from '../../ui/spinner'
import { tilde } from '../../words/short-path'
import { FileText } from './file-text'
import styles from './trust.module.css'
import { useEndSeen } from './use-end-seen'
import { useSurvey } from './use-survey'

const selectTrust = (state: AppState) => state.main.projectTrust
const selectPutOff = (state: AppState) => state.ui.trustPutOff
const selectIsReviewed = (state: AppState) => state.ui.trustReviewed

/** Asks about what the project's folder brings, before anything of it is used; and again for each thing that is another than it was. */
export function TrustDialog() {
  const trust = useApp(selectTrust)
  const putOff = useApp(selectPutOff)
  const isReviewed = useApp(selectIsReviewed)
  if (!trust || (!isReviewed && (trust.pending === 0 || putOff === trust.fingerprint))) return null
  return <OpenTrustDialog key={`${trust.folder} ${trust.fingerprint}`} trust={trust} isReviewed={isReviewed} />
}

function OpenTrustDialog({ trust, isReviewed }: { readonly trust: TrustSummary; readonly isReviewed: boolean }) {
  const store = useAppStore()
  const home = useApp(selectHomeDir)
  const survey = useSurvey(trust.fingerprint)
  // What is put off comes again once the folder brings something else.
  const close = () => setUi(store, { trustPutOff: trust.fingerprint, trustReviewed: false })
  const end = useRef<HTMLUListElement>(null)
  const isSeen = useEndSeen(end, survey.kind === 'ready')
  const shown = survey.kind === 'ready' ? itemsToShow(survey.survey, isReviewed) : []
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="wide"
      title={isReviewed ? 'What this folder brings' : 'Do you trust what this folder brings?'}
      description={
        <>
          <VisibleText text={tilde(trust.folder, home)} /> brings what follows. Nothing of it is used before you trust it. You trust it as
          it is now: when it changes, you are asked again.
        </>
      }
      footer={<Answers items={shown} isSeen={isSeen} onClose={close} />}
    >
      <Survey loaded={survey} items={shown} list={end} />
    </Dialog>
  )
}

const itemsToShow = ({ items }: FolderTrust, all: boolean): readonly BroughtItem[] => (all ? items : items.filter(isPending))

interface SurveyProps {
  readonly loaded: ReturnType<typeof useSurvey>
  readonly items: readonly BroughtItem[]
  readonly list: RefObject<HTMLUListElement | null>
}

function Survey({ loaded, items, list }: SurveyProps) {
  if (loaded.kind === 'failed') return <p className={styles.failure}>{loaded.message}</p>
  if (loaded.kind === 'loading') {
    return (
      <p className={styles.note}>
        <Spinner /> Looking at the folder
      </p>
    )
  }
  const { unusable, ignored } = loaded.survey
  return (
    <>
      {items.length === 0 && <p className={styles.note}>It brings nothing that could be used here.</p>}
      <ul ref={list} className={styles.list} aria-label="What the folder brings">
        {items.map((item) => (
          <li key={`${item.kind} ${item.path}`}>
            <Item item={item} opensByDefault={items.length === 1} />
          </li>
        ))}
      </ul>
      {unusable.map(({ kind, path, reason }) => (
        <p key={`${kind} ${path}`} className={styles.note}>
          <VisibleText text={reason} />
        </p>
      ))}
      {ignored.length > 0 && (
        <p className={styles.note}>
          Settings of other programs have no effect here, trusted or not: <VisibleText text={ignored.join(', ')} />
        </p>
      )}
    </>
  )
}

export const kindWords: Readonly<Record<BroughtItem['kind'], string>> = {
  hook: 'Hook',
  skill: 'Skill',
  agent: 'Agent',
  rule: 'Rule',
  server: 'Server',
}
const effectWords: Readonly<Record<BroughtItem['kind'], string>> = {
  hook: 'a script that runs on your computer',
  skill: 'a text that tells the model how to work',
  agent: 'an agent that the model may start',
  rule: 'a text that the model follows',
  server: 'a program that gives the model tools',
}
const standingWords: Readonly<Record<BroughtItem['standing'], string>> = {
  new: 'New',
  changed: 'Changed since you trusted it',
  trusted: 'Trusted',
  refused: 'Not trusted',
}

const standingTones: Partial<Readonly<Record<BroughtItem['standing'], BadgeTone>>> = { changed: 'danger', trusted: 'passed' }

function Item({ item, opensByDefault }: { readonly item: BroughtItem; readonly opensByDefault: boolean }) {
  const { kind, path, standing, about, text, isCut } = item
  return (
    <FoldingCard
      id={`trust:${kind}:${path}`}
      opensByDefault={opensByDefault}
      title={
        <span className={styles.item}>
          <span>{kindWords[kind]}</span>
          <code className={styles.path}>
            <VisibleText text={path} />
          </code>
          <span className={styles.standing}>
            <Badge tone={standingTones[standing]}>{standingWords[standing]}</Badge>
          </span>
          {about !== undefined && (
            <span className={styles.about}>
              <VisibleText text={about} />
            </span>
          )}
        </span>
      }
    >
      <p className={styles.note}>{`This is ${effectWords[kind]}.`}</p>
      <Content path={path} text={text} isCut={isCut} />
      {kind === 'hook' && <Calls calls={item.calls ?? []} />}
    </FoldingCard>
  )
}

interface ContentProps {
  readonly path: string
  readonly text: string
  readonly isCut: boolean
}

const Content = ({ path, text, isCut }: ContentProps) => (
  <>
    <FileText text={text} label={`Content of ${path}`} />
    {isCut && <p className={styles.note}>There is more of it: open the file to read the rest.</p>}
  </>
)

/** What is trusted along with a hook, and what goes unchecked. */
function Calls({ calls }: { readonly calls: NonNullable<BroughtItem['calls']> }) {
  const unread = calls.filter(({ text }) => text === undefined)
  return (
    <>
      {calls.map(
        ({ path, text, isCut = false }) =>
          text !== undefined && (
            <div key={path}>
              <p className={styles.note}>
                It calls <VisibleText text={path} />, which is trusted with it:
              </p>
              <Content path={path} text={text} isCut={isCut} />
            </div>
          ),
      )}
      {unread.length > 0 && (
        <p className={styles.problem}>
          It also calls this, which could not be read and is not checked: <VisibleText text={unread.map(({ path }) => path).join(', ')} />
        </p>
      )}
      <p className={styles.note}>
        {calls.length === 0 ? 'No file of the project was found that it calls by name.' : 'A change of any of these files asks again.'} What
        it loads in another way, and programs elsewhere on your computer, are not checked.
      </p>
    </>
  )
}

interface AnswersProps {
  readonly items: readonly BroughtItem[]
  /** All of the list was in view. */
  readonly isSeen: boolean
  readonly onClose: () => void
}

function Answers({ items, isSeen, onClose }: AnswersProps) {
  const { decideTrust } = useActions()
  const refusable = items.filter(({ standing }) => standing !== 'refused')
  const trustable = items.filter(({ standing }) => standing !== 'trusted')
  const hasTrusted = trustable.length < items.length
  const decide = async (decision: 'trusted' | 'refused', chosen: readonly BroughtItem[]) => {
    const asShown = chosen.map(({ kind, path, hash }) => ({ kind, path, hash }))
    if ((await decideTrust(decision, asShown)) !== undefined) onClose()
  }
  return (
    <>
      {trustable.length > 0 && !isSeen && <p className={styles.hint}>Scroll to the end of the list to trust it.</p>}
      <Button onClick={onClose}>{items.some(isPending) ? 'Decide later' : 'Close'}</Button>
      {refusable.length > 0 && (
        <Button onClick={() => void decide('refused', refusable)}>{hasTrusted ? 'Don’t trust any' : 'Don’t trust'}</Button>
      )}
      {trustable.length > 0 && (
        <Button variant="primary" disabled={!isSeen} onClick={() => void decide('trusted', trustable)}>
          {trustWords(trustable.length, hasTrusted)}
        </Button>
      )}
    </>
  )
}

/** Beside items that are trusted already, those that are not. */
function trustWords(count: number, hasTrusted: boolean): string {
  if (hasTrusted) return count === 1 ? 'Trust the other one' : `Trust the other ${count}`
  return count === 1 ? 'Trust it' : `Trust ${counted(count, 'item')}`
}
