/** What a hook needs of the person's variables; none of them is a secret. Whatever else there is stays here. */
const ALLOWED: ReadonlySet<string> = new Set(
  [
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TEMP TMP TERM EDITOR',
    'XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS DISPLAY WAYLAND_DISPLAY',
    'SYSTEMROOT WINDIR COMSPEC PATHEXT PROGRAMFILES PROGRAMDATA APPDATA LOCALAPPDATA USERPROFILE USERNAME HOMEDRIVE HOMEPATH PSMODULEPATH',
  ]
    .join(' ')
    .split(' '),
)

/** The variables of a hook, from those that commands get: by a list of what may pass. */
export const hookEnvironment = (variables: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => ALLOWED.has(name.toUpperCase()) || /^LC_[A-Z]+$/.test(name)))
