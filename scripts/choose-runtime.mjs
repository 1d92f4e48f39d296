// What the window will run on, and why, in one line.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheRoot } from '../main/browser/chromium-cache.ts'
import { findChromium, findVisibleChromium, whyNoSandbox } from '../main/browser/chromium.ts'
import { ROOT } from './freshness.mjs'

const DOWNLOAD_LIMIT_MS = 20_000
const DAY_MS = 24 * 60 * 60 * 1000
const PACKAGE = join(ROOT, 'node_modules', 'electron')

export const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

/** `wanted` is electron, chromium or auto. Answers with how to start, or with kind `none` and why there is nothing. */
export async function chooseRuntime({ wanted, offscreen }) {
  if (wanted === 'chromium') return chromium('as asked', offscreen)
  const there = electronBinary()
  if (there !== undefined) return electron(there, wanted === 'electron' ? 'as asked' : 'its binary is there', offscreen)
  const whyNot = download(wanted === 'electron')
  const downloaded = electronBinary()
  if (downloaded !== undefined) return electron(downloaded, 'its binary was downloaded', offscreen)
  if (wanted === 'electron') return { kind: 'none', why: `Electron cannot be run: ${whyNot}. Use --runtime chromium.` }
  return chromium(whyNot, offscreen)
}

function electronBinary() {
  const pathFile = join(PACKAGE, 'path.txt')
  if (!existsSync(pathFile)) return undefined
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(PACKAGE, 'dist')
  const file = join(folder, readFileSync(pathFile, 'utf8').trim())
  return existsSync(file) ? file : undefined
}

function electron(file, why, offscreen) {
  const noSandbox = whyNoSandbox()
  const args = [...(noSandbox === undefined ? [] : ['--no-sandbox']), ...(offscreen ? ['--ozone-platform=headless', '--disable-gpu'] : [])]
  return { kind: 'electron', file, args, env: {}, why: `Electron, because ${why}.${sandboxWords(noSandbox)}` }
}

async function chromium(why, offscreen) {
  const found = offscreen ? await findChromium() : findVisibleChromium()
  if (found === undefined) {
    return { kind: 'none', why: `No window can be opened: ${why}, and no installed Chrome, Chromium or Edge was found.` }
  }
  const boot = join(ROOT, 'test', 'runtime', 'boot.mjs')
  return {
    kind: 'chromium',
    file: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', boot, ...(offscreen ? ['--offscreen'] : [])],
    env: {},
    why: `Chromium (${found.origin}${offscreen ? ', off screen' : ''}), because ${why}.${sandboxWords(found.noSandboxReason)}`,
  }
}

const sandboxWords = (reason) => (reason === undefined ? '' : ` Without Chromium's sandbox, because ${reason}.`)

/** Tries once, and not again within a day. Gives the reason why there is still no binary. */
function download(isAskedFor) {
  const note = join(cacheRoot(), 'electron-download.json')
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  const last = readNote(note)
  if (!isAskedFor && last?.version === version && Date.now() - last.failedAt < DAY_MS) {
    return "Electron's binary could not be downloaded (tried within the last day)"
  }
  console.log(`Trying to download Electron ${version}, for at most ${DOWNLOAD_LIMIT_MS / 1000} s…`)
  const { status } = spawnSync(process.execPath, [join(PACKAGE, 'install.js')], {
    stdio: 'ignore',
    timeout: DOWNLOAD_LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  if (status === 0) return undefined
  mkdirSync(cacheRoot(), { recursive: true })
  writeFileSync(note, JSON.stringify({ version, failedAt: Date.now() }))
  return "Electron's binary could not be downloaded (it is tried again in a day)"
}

function readNote(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // Not there, or cut off: as if it had never been tried.
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}
