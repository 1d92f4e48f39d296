import { readdirSync, readFileSync } from 'node:fs'

/** The processes of this machine whose command line holds a text. Linux only: it reads /proc. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && commandLine(pid).includes(text))
}

/** Its words, parted by NUL; empty when there is no such process. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It ended while the list was read.
    return ''
  }
}
