import { z } from 'zod'
import type { JudgedCommand } from '../../shared/effects'
import { matches } from './wildcards'

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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * Why a command is not permitted, or undefined. Every program of it is compared by its words as they were read; a deny
 * pattern holds before an allow pattern, and with allow patterns each program needs one. What could not be read needs none to be refused.
 */
export function reasonNotPermitted(command: JudgedCommand, permissions: CommandPermissions | undefined): string | undefined {
  if (permissions === undefined) return undefined
  if ('broken' in permissions) return permissions.broken
  const { allow = [], deny = [], allowRedirects = false } = permissions
  // The whole text too: a pattern may be about more than one program.
  const texts = [command.command.trim(), ...command.programs.map(({ words }) => words.join(' ')).filter((text) => text !== '')]
  const denied = deny.find((pattern) => texts.some((text) => matches(pattern, text)))
  if (denied !== undefined) return `the command permissions forbid ${denied}`
  if (!allowRedirects && command.marks.some(({ kind, why }) => kind === 'writes' && why.endsWith('by redirection')))
    return 'the command permissions forbid redirections'
  return allow.length === 0 ? undefined : reasonNotAllowed(command, allow)
}

function reasonNotAllowed({ programs }: JudgedCommand, allow: readonly string[]): string | undefined {
  const unread = programs.find(({ plain }) => !plain)
  const missing = programs.find(({ words }) => !allow.some((pattern) => matches(pattern, words.join(' '))))
  if (programs.length === 0 || unread) return 'the command permissions allow some commands only, and this one could not be read'
  return missing ? `the command permissions do not allow ${missing.words.join(' ')}` : undefined
}
