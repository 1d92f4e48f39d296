import { createContext } from 'react'
import type { SubagentKey } from '../../shared/subagents'

/** The subagent in whose log a card is drawn; undefined in the chat itself. */
export const LogOwner = createContext<SubagentKey | undefined>(undefined)
