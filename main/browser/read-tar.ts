export interface TarFile {
  readonly path: string
  readonly mode: number
  readonly bytes: Buffer
}

const BLOCK_BYTES = 512
const REGULAR_FILE = new Set(['0', '\0', ''])

/** The regular files of an uncompressed tar archive. Throws on a name that would leave the folder it is unpacked to. */
export function readTar(archive: Buffer): TarFile[] {
  const files: TarFile[] = []
  let at = 0
  while (at + BLOCK_BYTES <= archive.length && archive[at] !== 0) {
    const header = archive.subarray(at, at + BLOCK_BYTES)
    const size = Number.parseInt(text(header, 124, 12), 8)
    const start = at + BLOCK_BYTES
    if (REGULAR_FILE.has(text(header, 156, 1))) {
      const mode = Number.parseInt(text(header, 100, 8), 8)
      files.push({ path: safePath(header), mode, bytes: archive.subarray(start, start + size) })
    }
    at = start + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES
  }
  return files
}

function safePath(header: Buffer): string {
  const prefix = text(header, 345, 155)
  const path = prefix === '' ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`
  if (path.startsWith('/') || path.split('/').includes('..')) throw new Error(`The archive holds a file outside its folder: ${path}`)
  return path
}

function text(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end).trim()
}
