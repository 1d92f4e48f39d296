import { readdir, readFile, readlink } from 'node:fs/promises'

/** Files of /proc. Processes come and go while they are read, and those of others may not be read: such a one is empty. */
export async function readProcFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return ''
    throw error
  }
}

/** What an open file of a process is: a path, or `socket:[123]`. Empty when it cannot be known. */
export async function openFile(pid: number, fd: string): Promise<string> {
  try {
    return await readlink(`/proc/${pid}/fd/${fd}`)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return ''
    throw error
  }
}

/** The numbers of the files that a process has open. */
export async function openFiles(pid: number): Promise<readonly string[]> {
  try {
    return await readdir(`/proc/${pid}/fd`)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}
