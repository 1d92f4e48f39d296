import { useRef, useState } from 'react'
import type { RuleChoice, RuleOffer } from '../../../shared/rules'
import { useApp, useAppStore } from '../../store/app-context'
import { type AppState, setUi } from '../../store/app-store'
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuSeparator } from '../../ui/menu'
import { type RuleEnd, endOfRule, endWords, scopeWords } from '../../words/rule-words'
import { focusMessageBox } from '../composer/composer-focus'
import { AlwaysButton } from './always-button'
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

/** Of which question the menu is open. */
export const selectOpenRules = (state: AppState) => state.ui.ruleMenuTs

/** Approves what waits and what is like it from now on. Each choice says what it covers, where and until when. */
export function RuleMenu({ ts, offers, canAnswer, onChoose, onApprove }: RuleMenuProps) {
  const store = useAppStore()
  const isOpen = useApp(selectOpenRules) === ts
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
      trigger={<AlwaysButton canAnswer={canAnswer} onApprove={onApprove} />}
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
