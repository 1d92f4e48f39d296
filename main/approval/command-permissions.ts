import { z } from 'zod'
import type { JudgedCommand } from '../../shared/effects'
import { parseJson } from '../../shared/parse-json'
import { OPEN_WORD } from './program-rules'
import { matches } from '../workspace/wildcards'

/** What the environment variable `CLINE_COMMAND_PERMISSIONS` may say. A pattern's `*` is any text, its `?` one character. */
const Permissions = z.object({
  allow: z.array(z.string()).optional(),
  deny: z.array(z.string()).optional(),
  allowRedirects: z.boolean().optional(),
})

/** What is permitted at all; with `broken`, nothing is, for that reason. */
export type CommandPermissions = z.infer<typeof Permissions> | { readonly broken: string }

/** Reads the variable. Undefined when it is not set. What cannot be read permits nothing. */
export function readPermissions(text: string | undefined): CommandPermissions | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const parsed = Permissions.safeParse(parseJson(text))
  return parsed.success
    ? parsed.data
    : { broken: 'the command permissions in CLINE_COMMAND_PERMISSIONS could not be read, so no command is permitted' }
}

/**
 * Why a command is not permitted, or undefined. Every program of it is compared by its words as they were read; a deny pattern holds
 * before an allow pattern, and with allow patterns each program needs one. Where there are patterns, what could not be read is refused.
 */
export function reasonNotPermitted(command: JudgedCommand, permissions: CommandPermissions | undefined): string | undefined {
  if (permissions === undefined) return undefined
  if ('broken' in permissions) return permissions.broken
  const { allow = [], deny = [], allowRedirects = false } = permissions
  if (!allowRedirects && command.programs.some(({ redirect }) => redirect)) return 'the command permissions forbid redirections'
  // What stands for no program: a redirection, the folder that a program stands in.
  const programs = command.programs.filter(({ words, harmless, redirect }) => !redirect && (words.length > 0 || !harmless))
  return reasonDenied(command.command, programs, deny) ?? (allow.length === 0 ? undefined : reasonNotAllowed(programs, allow))
}

type Programs = JudgedCommand['programs']

function reasonDenied(command: string, programs: Programs, deny: readonly string[]): string | undefined {
  // The whole text too: a pattern may be about more than one program.
  const texts = [command.trim(), ...programs.map(({ words }) => words.join(' ')).filter((text) => text !== '')]
  const denied = deny.find((pattern) => texts.some((text) => matches(pattern, text)))
  if (denied !== undefined) return `the command permissions forbid ${denied}`
  const isUnread = ({ harmless, plain, unread, words }: Programs[number]) =>
    !harmless && (unread || words.length === 0 || (!plain && words.some((word) => OPEN_WORD.test(word))))
  return deny.length > 0 && programs.some(isUnread)
    ? 'the command permissions forbid some commands, and a part of this one could not be read; write its words out'
    : undefined
}

function reasonNotAllowed(programs: Programs, allow: readonly string[]): string | undefined {
  const unread = programs.find(({ plain, harmless }) => !plain && !harmless)
  const missing = programs.find(({ words }) => !allow.some((pattern) => matches(pattern, words.join(' '))))
  if (programs.length === 0 || unread) return 'the command permissions allow some commands only, and this one could not be read'
  return missing ? `the command permissions do not allow ${missing.words.join(' ')}` : undefined
}
