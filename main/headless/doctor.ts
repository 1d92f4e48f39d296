import type { Services } from '../services'
import { checkDataFolder, checkGit, checkKeychain, checkLoginShellPath, checkNode, checkPty, checkRipgrep } from './doctor-checks'
import { checkChromium, checkDisplay, checkElectron, checkSandbox } from './doctor-window'
import type { Finding } from './finding'
import { toJsonLine } from './json-line'
import { onOneLine } from './visible-text'

/** Without these no task can work. The rest serves the window, or is worth knowing. */
const needed: ReadonlySet<string> = new Set(['Node', 'pty', 'ripgrep', 'data folder'])

/** Looks for what the product needs on this machine. The exit code is 1 when something it cannot do without is missing. */
export async function runDoctor(services: Services | undefined, json: boolean, write: (text: string) => void): Promise<number> {
  const [pty, ripgrep, git, chromium, path, data, keychain] = await Promise.all([
    checkPty(),
    checkRipgrep(),
    checkGit(),
    checkChromium(),
    checkLoginShellPath(),
    checkDataFolder(services?.paths.root),
    checkKeychain(services),
  ])
  const findings = [checkNode(), pty, ripgrep, git, checkElectron(), chromium, checkDisplay(), checkSandbox(), path, data, keychain]
  write(json ? toJsonLine(findings) : `${findings.map(toLine).join('\n')}\n`)
  return findings.every(({ name, found }) => found || !needed.has(name)) ? 0 : 1
}

const NAME_WIDTH = 18

function toLine({ name, found, version, path, mend }: Finding): string {
  const mark = found ? 'ok' : needed.has(name) ? 'MISSING' : 'not there'
  const facts = [version, path].filter((fact) => fact !== undefined).map(onOneLine)
  const head = `${name.padEnd(NAME_WIDTH)}${mark.padEnd(11)}${facts.join('  ')}`.trimEnd()
  return mend === undefined ? head : `${head}\n${' '.repeat(NAME_WIDTH)}${onOneLine(mend)}`
}
