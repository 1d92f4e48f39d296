import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { z } from 'zod'
import { parseJson } from '../../shared/parse-json'
import { withFileLock } from '../storage/file-lock'
import { readTar } from './read-tar'

/** Where the browser of the npm package was unpacked to. `libraries` serve systems that lack them. */
export interface UnpackedChromium {
  readonly executable: string
  readonly libraries: string
  readonly fontConfig: string
}

/** Built, this file lies elsewhere than its source: the folder is looked for as Node does. */
const PACKAGE_FOLDER = findFolder(join('node_modules', '@sparticuz', 'chromium'), import.meta.dirname)
const MANIFEST = 'unpacked.json'
/** Far longer than a slow disk takes for it. */
const LONGEST_UNPACKING_MS = 10 * 60_000
const decompress = promisify(brotliDecompress)

/** True where the npm package's binary can run at all. */
export const packageFits = (): boolean =>
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  PACKAGE_FOLDER !== undefined &&
  existsSync(join(PACKAGE_FOLDER, 'bin', 'chromium.br'))

/** Unpacks the npm package's browser once into a cache folder, under a lock, and checks what lies there. */
export async function unpackChromium(): Promise<UnpackedChromium> {
  const root = cacheRoot()
  const folder = join(root, `chromium-${packageVersion()}`)
  if (!isWhole(folder)) {
    const unpack = async (): Promise<void> => (isWhole(folder) ? undefined : unpackInto(folder))
    await withFileLock(`${folder}.lock`, unpack, LONGEST_UNPACKING_MS)
  }
  return { executable: join(folder, 'chromium'), libraries: join(folder, 'lib'), fontConfig: join(folder, 'fonts.conf') }
}

/** The first folder for caches that can be written: the person's own, else one inside node_modules, else one where everybody writes. */
export function cacheRoot(): string {
  const { COUNTERSIGN_CACHE_DIR, XDG_CACHE_HOME } = process.env
  const home = homedir()
  const candidates = [
    COUNTERSIGN_CACHE_DIR,
    XDG_CACHE_HOME === undefined ? undefined : join(XDG_CACHE_HOME, 'countersign'),
    home === '' ? undefined : join(home, '.cache', 'countersign'),
    ...(PACKAGE_FOLDER === undefined ? [] : [join(PACKAGE_FOLDER, '..', '..', '.cache', 'countersign')]),
  ]
  const shared = join(tmpdir(), `countersign-cache-${process.getuid?.() ?? 'user'}`)
  const found =
    candidates.find((candidate) => candidate !== undefined && isAbsolute(candidate) && canWrite(candidate)) ??
    (isOwnFolder(shared) ? shared : undefined)
  if (found === undefined) throw new Error('No folder for the unpacked Chromium can be written. Set COUNTERSIGN_CACHE_DIR to one that can.')
  return found
}

function inPackage(...path: readonly string[]): string {
  if (PACKAGE_FOLDER === undefined) throw new Error('The package @sparticuz/chromium is not here: run npm install.')
  return join(PACKAGE_FOLDER, ...path)
}

function findFolder(path: string, from: string): string | undefined {
  const folder = join(from, path)
  if (existsSync(folder)) return folder
  return dirname(from) === from ? undefined : findFolder(path, dirname(from))
}

function canWrite(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    // Whatever the reason (read-only, a file in the way, no rights): the next candidate is tried.
    return false
  }
}

/** Makes a folder among those of other users, for this user alone. False when somebody else made it, or could put a program into it. */
export function isOwnFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    const isOurs = process.getuid === undefined || found.uid === process.getuid()
    const isClosed = process.platform === 'win32' || (found.mode & OTHERS_WRITE) === 0
    return found.isDirectory() && isOurs && isClosed && canWrite(folder)
  } catch (error) {
    // A file, or a link that leads nowhere, stands in the way.
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}
const OTHERS_WRITE = 0o022

function packageVersion(): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(inPackage('package.json'), 'utf8'))).version
}

/** Path -> size in bytes. */
const Manifest = z.record(z.string(), z.number())
type Manifest = z.infer<typeof Manifest>

/** Sizes are compared with what unpacking wrote: what was cut off or swapped, the list of them too, is unpacked anew. */
export function isWhole(folder: string): boolean {
  if (!existsSync(join(folder, MANIFEST))) return false
  const manifest = readManifest(readFileSync(join(folder, MANIFEST), 'utf8'))
  if (manifest?.['chromium'] === undefined) return false
  return Object.entries(manifest).every(([path, size]) => statSync(join(folder, path), { throwIfNoEntry: false })?.size === size)
}

const readManifest = (text: string): Manifest | undefined => Manifest.safeParse(parseJson(text)).data

async function unpackInto(folder: string): Promise<void> {
  const fresh = `${folder}.${process.pid}.new`
  removeUnfinished(folder)
  const manifest: Manifest = {}
  const put = async (path: string, bytes: Buffer, mode: number): Promise<void> => {
    mkdirSync(dirname(join(fresh, path)), { recursive: true })
    await writeFile(join(fresh, path), bytes, { mode })
    manifest[path] = bytes.length
  }
  const [browser, libraries, fonts, software] = await Promise.all(
    ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'].map(unpackFile),
  )
  if (!browser || !libraries || !fonts || !software) throw new Error('The package @sparticuz/chromium is not complete: run npm install.')
  await put('chromium', browser, 0o755)
  for (const file of [...readTar(libraries), ...readTar(software)]) await put(file.path, file.bytes, file.mode)
  for (const file of readTar(fonts)) if (file.path.endsWith('.ttf')) await put(file.path, file.bytes, file.mode)
  await put('fonts.conf', Buffer.from(fontConfigFor(join(folder, 'fonts'), join(folder, 'font-cache'))), 0o644)
  writeFileSync(join(fresh, MANIFEST), JSON.stringify(manifest))
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
}

/** What an app that ended in the middle of it left, a few hundred megabytes each: whoever has the lock is the only one who unpacks. */
function removeUnfinished(folder: string): void {
  const names = existsSync(dirname(folder)) ? readdirSync(dirname(folder)) : []
  const unfinished = names.filter((name) => name.startsWith(`${basename(folder)}.`) && name.endsWith('.new'))
  for (const name of unfinished) rmSync(join(dirname(folder), name), { recursive: true, force: true })
}

const unpackFile = async (name: string): Promise<Buffer> => decompress(await readFile(inPackage('bin', name)))

/** The system's fonts where there are any, and one family of our own so that text is drawn everywhere. */
const fontConfigFor = (fonts: string, cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${fonts}</dir>
  <cachedir>${cache}</cachedir>
</fontconfig>
`
