import { type KeyboardEvent, useRef, useState } from 'react'
import type { RuleChoice, RuleOffer } from '../../../shared/rules'
import { useApp, useAppStore } from '../../store/app-context'
import { type AppState, setUi } from '../../store/app-store'
import { Button } from '../../ui/button'
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuSeparator } from '../../ui/menu'
import { ariaKey, matchesKey } from '../../ui/platform-keys'
import { type RuleEnd, endOfRule, endWords, scopeWords } from '../../words/rule-words'
import { focusMessageBox } from '../composer/composer-focus'
import { actionKey } from '../palette/action-keys'
import { MarkedText } from './marked-text'

interface RuleMenuProps {
  readonly ts: number
  readonly offers: readonly RuleOffer[]
  readonly canAnswer: boolean
  /** Approves, and makes the rule. */
  readonly onChoose: (rule: RuleChoice) => void
  /** Approves, and makes none. */
  readonly onApprove: () => void
}

const scopes: readonly RuleChoice['scope'][] = ['task', 'project', 'always']
const ends = (['revoked', 'hour', 'today'] as const).map((value) => ({ value, label: endWords[value] }))
const endSuffix: Readonly<Record<RuleEnd, string>> = { revoked: '', hour: ', for one hour', today: ', until the end of today' }

/** The key that approves does so here as well: the button would take it for Enter, and open the menu. */
function approveInstead(event: KeyboardEvent, onApprove: () => void): void {
  if (!matchesKey(event.nativeEvent, actionKey('ask.approve'))) return
  event.preventDefault()
  if (!event.repeat) onApprove()
}

const selectOpenMenu = (state: AppState) => state.ui.ruleMenuTs

/** Approves what waits and what is like it from now on. Each choice says what it covers, where and until when. */
export function RuleMenu({ ts, offers, canAnswer, onChoose, onApprove }: RuleMenuProps) {
  const store = useAppStore()
  const isOpen = useApp(selectOpenMenu) === ts
  const [end, setEnd] = useState<RuleEnd>('revoked')
  const hasChosen = useRef(false)
  const choose = (offer: RuleOffer, scope: RuleChoice['scope']) => {
    hasChosen.current = true
    const until = endOfRule(end, Date.now())
    onChoose({ offerId: offer.id, scope, ...(until === undefined ? {} : { until }) })
  }
  return (
    <Menu
      side="top"
      open={isOpen && canAnswer}
      onOpenChange={(open) => setUi(store, { ruleMenuTs: open ? ts : undefined })}
      // The button that opened it falls silent with the choice, and would lose the focus to nothing.
      onCloseFocus={(event) => {
        if (!hasChosen.current) return
        event.preventDefault()
        focusMessageBox()
      }}
      trigger={
        <Button
          disabled={!canAnswer}
          aria-keyshortcuts={ariaKey(actionKey('ask.rule'))}
          onKeyDown={(event) => approveInstead(event, onApprove)}
        >
          Always…
        </Button>
      }
    >
      {offers.map((offer) => (
        <MenuGroup key={offer.id} label={<MarkedText text={offer.words} />}>
          {scopes.map((scope) => (
            <MenuItem key={scope} onSelect={() => choose(offer, scope)}>
              {`Allow ${scopeWords[scope]}${endSuffix[end]}`}
            </MenuItem>
          ))}
        </MenuGroup>
      ))}
      <MenuSeparator />
      <MenuChoice label="How long" value={end} options={ends} onChange={setEnd} />
    </Menu>
  )
}
