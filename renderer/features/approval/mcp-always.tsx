import { useRef } from 'react'
import type { ClineAskMessage } from '../../../shared/messages'
import { mcpObject } from '../../words/call-words'
import { useApp } from '../../store/app-context'
import { setUi } from '../../store/app-store'
import { Menu, MenuGroup, MenuItem } from '../../ui/menu'
import { focusMessageBox } from '../composer/composer-focus'
import { useActing } from '../composer/use-acting'
import { AlwaysButton } from './always-button'
import { pressAskButton } from './answer-ask'
import { MarkedText } from './marked-text'
import { selectOpenRules } from './rule-menu'

type McpAsk = Extract<ClineAskMessage, { ask: 'use_mcp_server' }>

interface McpAlwaysProps {
  readonly row: McpAsk
  readonly canAnswer: boolean
}

/** Approves a call of an MCP tool, and lets this tool run without asking from now on: the same switch as in the settings. */
export function McpAlways({ row, canAnswer }: McpAlwaysProps) {
  const acting = useActing()
  const { store, actions } = acting
  const isOpen = useApp(selectOpenRules) === row.ts
  const hasChosen = useRef(false)
  const { serverName, toolName } = row.data
  const hash = row.approval?.letRun
  if (toolName === undefined || hash === undefined) return null
  const isAnswerable = () => store.getState().ui.answerableTs === row.ts
  const approve = () => void pressAskButton(acting, row, 'approve')
  const allow = async () => {
    if (!isAnswerable()) return
    hasChosen.current = true
    // What could not be switched was said, and the call still waits.
    const answer = await actions.askMcp('mcp.tool', { name: serverName, tool: toolName, autoApprove: true, hash })
    if (answer !== undefined && isAnswerable()) approve()
  }
  return (
    <Menu
      side="top"
      open={isOpen && canAnswer}
      onOpenChange={(open) => setUi(store, { ruleMenuTs: open ? row.ts : undefined })}
      onCloseFocus={(event) => {
        if (!hasChosen.current) return
        event.preventDefault()
        focusMessageBox()
      }}
      trigger={<AlwaysButton canAnswer={canAnswer} onApprove={approve} />}
    >
      <MenuGroup label={<MarkedText text={mcpObject(row.data)} />}>
        <MenuItem onSelect={() => void allow()}>Run without asking, until it changes or you switch it off</MenuItem>
      </MenuGroup>
    </Menu>
  )
}
