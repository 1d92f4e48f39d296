import { SESSION_VARIABLE } from '../../terminal/environment'
import type { Variables } from '../settings/server-config'

/** What every program may know. All else is for the person to give, by name, in the settings file. */
const ALLOWED: ReadonlySet<string> = new Set(
  (
    'PATH HOME LANG LANGUAGE TERM TMPDIR TMP TEMP SHELL USER LOGNAME TZ ' +
    'APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES HOMEDRIVE HOMEPATH PATHEXT PROCESSOR_ARCHITECTURE SYSTEMDRIVE SYSTEMROOT USERNAME ' +
    'USERPROFILE COMSPEC WINDIR'
  ).split(' '),
)

const isAllowed = (name: string): boolean => ALLOWED.has(name.toUpperCase()) || /^LC_[A-Z]+$/.test(name)

/** The environment of a server: by an allow-list, with what the settings file adds, and the mark by which all it starts is found. */
export function childEnvironment(own: Variables, added: Variables, mark: string): Record<string, string> {
  const kept = Object.entries(own).filter(([name, value]) => isAllowed(name) && !value.startsWith('() {'))
  return { ...Object.fromEntries(kept), TERM: 'dumb', ...added, [SESSION_VARIABLE]: mark }
}
