import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ulid } from 'ulid'
import type { PagePicture } from './page-picture'

/** So many pictures of a task are kept; older ones are removed. */
const MAX_KEPT = 100
const NAME = /^[0-9A-Z]{26}\.(webp|png|jpeg)$/

/** Pictures of pages, each a file of the task that has them: its rows name them. */
export interface PictureStore {
  /** Gives the name of the picture. */
  keep(picture: PagePicture): Promise<string>
  /** As a data URL; undefined when there is none of that name any more. */
  read(name: string): Promise<string | undefined>
}

export function createPictureStore(folder: string): PictureStore {
  return {
    keep: async ({ bytes, mediaType }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${ulid()}.${mediaType.slice('image/'.length)}`
      await writeFile(join(folder, name), bytes, { mode: 0o600 })
      const names = (await readdir(folder)).filter((each) => NAME.test(each)).toSorted()
      for (const old of names.slice(0, Math.max(0, names.length - MAX_KEPT))) await rm(join(folder, old), { force: true })
      return name
    },
    read: async (name) => {
      const [, type] = NAME.exec(name) ?? []
      if (type === undefined) return undefined
      try {
        return `data:image/${type};base64,${(await readFile(join(folder, name))).toString('base64')}`
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
  }
}
