import { basename } from 'node:path'

export interface ShellStart {
  readonly file: string
  readonly args: readonly string[]
}

/** With `-m` a job that was started with `&` has a group of its own, and is not hung up when the shell ends. */
const UNIX_SHELLS: Readonly<Record<string, readonly string[]>> = {
  sh: ['-m', '-c'],
  bash: ['-m', '-c'],
  // It reads a start file even then, unless it is told not to (`-f`); and unlike the others, it hangs up on its jobs by itself.
  zsh: ['-f', '-o', 'nohup', '-m', '-c'],
  dash: ['-m', '-c'],
  ash: ['-m', '-c'],
  ksh: ['-m', '-c'],
  fish: ['-c'],
}

/** How one command is started: in a fresh shell that is the person's own, without its login files. */
export function startInShell(command: string, env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): ShellStart {
  return platform === 'win32' ? startOnWindows(command, env) : startOnUnix(command, env)
}

function startOnUnix(command: string, env: Readonly<Record<string, string | undefined>>): ShellStart {
  const own = env['SHELL'] ?? ''
  const args = own.startsWith('/') ? UNIX_SHELLS[basename(own)] : undefined
  return args ? { file: own, args: [...args, command] } : { file: '/bin/sh', args: ['-m', '-c', command] }
}

/** Windows PowerShell writes in the old code page unless it is told otherwise; a console of our own takes UTF-8. */
function startOnWindows(command: string, env: Readonly<Record<string, string | undefined>>): ShellStart {
  const root = env['SystemRoot'] ?? env['SYSTEMROOT'] ?? 'C:\\Windows'
  const powershell = `${root}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`
  const script = `[Console]::OutputEncoding = [Text.Encoding]::UTF8\n${command}\nif ($null -ne $LASTEXITCODE) { exit $LASTEXITCODE }`
  return { file: powershell, args: ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', script] }
}
