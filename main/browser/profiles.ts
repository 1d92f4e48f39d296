import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ownerName } from '../terminal/process-ledger'

/**
 * Makes an empty profile that only this user can open, in a folder named by the running app: what a crash leaves behind is known by
 * its owner.
 */
export async function makeProfile(folder: string, platform: NodeJS.Platform): Promise<string> {
  const own = join(folder, await ownerName(process.pid, platform))
  await mkdir(own, { recursive: true, mode: 0o700 })
  return mkdtemp(join(own, 'profile-'))
}

/** A browser that has just ended may still write for a moment. */
export const removeProfile = (profile: string): Promise<void> =>
  rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

/** Removes the profiles of apps that are gone. Their browsers must have been ended before. */
export async function sweepProfiles(folder: string, platform: NodeJS.Platform): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const [, pid] = /^(\d+)-/.exec(name) ?? []
    if (pid === undefined || name === (await ownerName(Number(pid), platform))) continue
    await removeProfile(join(folder, name))
  }
}
