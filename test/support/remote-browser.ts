import { type ChildProcess, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { findChromium } from '../../main/browser/chromium'
import { tempFolder } from './temp-folder'

export interface Remote {
  readonly child: ChildProcess
  readonly port: string
  /** Addresses of its pages. */
  pages(): Promise<readonly string[]>
}

/** A Chromium that others started and that lets itself be driven. */
export async function startRemote(): Promise<Remote> {
  const chrome = await findChromium()
  const profile = `--user-data-dir=${await tempFolder()}`
  const child = spawn(chrome.executablePath, [...chrome.args, '--headless', '--remote-debugging-port=0', profile, 'about:blank'], {
    env: chrome.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const port = await new Promise<string>((resolve) => {
    let text = ''
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const [, found] = /listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(text) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  const pages = async () => {
    const list = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { url: string }[]
    return list.map(({ url }) => url)
  }
  return { child, port, pages }
}
