import { spawn } from 'node:child_process'
import { readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createLedger, sweepLedger } from '../../../../main/terminal/process-ledger'
import { readProcess } from '../../../../main/terminal/process-table'
import { tempWorkspace } from '../../../support/temp-workspace'

const platform = process.platform
const unexpected = (text: string) => {
  throw new Error(text)
}

async function startLeftover(variable: string) {
  const [name = '', value = ''] = variable.split('=')
  const child = spawn('sleep', ['86431'], { detached: true, stdio: 'ignore', env: { PATH: process.env['PATH'], [name]: value } })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise((resolve) => child.once('spawn', resolve))
  const leader = child.pid ?? 0
  return {
    tree: { leader, started: (await readProcess(leader, platform))?.started ?? '', variable },
    ended,
    isAlive: async () => (await readProcess(leader, platform))?.isZombie === false,
  }
}

/** Makes it look as if another app, now gone, had written the ledger. */
async function abandon(folder: string): Promise<void> {
  const [file = ''] = await readdir(folder)
  await rename(join(folder, file), join(folder, file.replace(/^\d+-[^-]+-/, '999999-1-')))
}

it('ends at the next start what a crash left running, and forgets it', async () => {
  const folder = await tempWorkspace()
  const { tree, ended } = await startLeftover('TERM_SESSION_ID=crashed')
  const ledger = await createLedger(folder, platform, unexpected)
  ledger.started(tree)
  await ledger.flush()
  await abandon(folder)
  await sweepLedger(folder, platform)
  await ended
  expect(await readdir(folder)).toEqual([])
})

it('leaves alone what an app that still runs has started', async () => {
  const folder = await tempWorkspace()
  const { tree, isAlive } = await startLeftover('TERM_SESSION_ID=mine')
  const ledger = await createLedger(folder, platform, unexpected)
  ledger.started(tree)
  await ledger.flush()
  await sweepLedger(folder, platform)
  expect(await isAlive()).toBe(true)
  expect(await readdir(folder)).toHaveLength(1)
})

it('leaves alone a later process of the same number', async () => {
  const folder = await tempWorkspace()
  const { tree, isAlive } = await startLeftover('TERM_SESSION_ID=other')
  const ledger = await createLedger(folder, platform, unexpected)
  ledger.started({ ...tree, started: '1', variable: 'TERM_SESSION_ID=gone' })
  await ledger.flush()
  await abandon(folder)
  await sweepLedger(folder, platform)
  expect(await isAlive()).toBe(true)
})

it('leaves alone what was said to have ended, and can read a ledger that was cut off', async () => {
  const folder = await tempWorkspace()
  const { tree, isAlive } = await startLeftover('TERM_SESSION_ID=done')
  const ledger = await createLedger(folder, platform, unexpected)
  ledger.started(tree)
  ledger.ended(tree)
  await ledger.flush()
  await abandon(folder)
  const [file = ''] = await readdir(folder)
  await writeFile(join(folder, file), '{"event":"star', { flag: 'a' })
  await sweepLedger(folder, platform)
  expect(await isAlive()).toBe(true)
})

it('says once when it cannot be written, and does not stop anything', async () => {
  const folder = await tempWorkspace()
  const problems: string[] = []
  const ledger = await createLedger(join(folder, 'sub'), platform, (text) => problems.push(text))
  await rm(join(folder, 'sub'), { recursive: true })
  const tree = { leader: 999_999, started: '1', variable: 'TERM_SESSION_ID=x' }
  ledger.started(tree)
  ledger.ended(tree)
  await ledger.flush()
  expect(problems).toHaveLength(1)
})

it('goes on past a ledger that another app, started at the same time, has swept already', async () => {
  const folder = await tempWorkspace()
  const ledger = await createLedger(folder, platform, unexpected)
  ledger.started({ leader: 999_999, started: '1', variable: 'TERM_SESSION_ID=gone' })
  await ledger.flush()
  await abandon(folder)
  const [file = ''] = await readdir(folder)
  await rm(join(folder, file))
  await symlink(join(folder, 'gone'), join(folder, file))
  await sweepLedger(folder, platform)
  expect(await readdir(folder)).toEqual([])
})
