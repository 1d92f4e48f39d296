import { textOf } from '../shell-words'
import type { ProgramCall } from './program'

/** Why a call of jq asks: a filter may load other files by name. */
export function checkJq({ operands }: ProgramCall): string | undefined {
  const filter = textOf(operands[0])
  return filter !== undefined && !/\b(?:import|include|input_filename|get_search_list)\b/.test(filter)
    ? undefined
    : 'jq has a filter that may load other files'
}

export function checkYq({ operands }: ProgramCall): string | undefined {
  const filter = textOf(operands[0])
  return filter !== undefined && !/\b(?:load\w*|import|include|system)\b/.test(filter)
    ? undefined
    : 'yq has a filter that may load other files'
}
