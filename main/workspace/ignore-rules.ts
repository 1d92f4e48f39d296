import { stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { readSmall } from './read-small'
import { systemCode } from './system-errors'

/** The ignore rules that hold in a folder: its own and those of the folders above it, the nearest first. */
export type IgnoreRules = readonly { readonly folder: string; readonly rules: Ignore }[]

/** Rules from the root of the repository (or from `top`, without one) down to `folder`. */
export async function ignoreRulesAt(folder: string, top: string): Promise<IgnoreRules> {
  const above = await foldersDownTo(folder, top)
  let rules: IgnoreRules = []
  for (const each of above) rules = await withRulesOf(each, rules)
  const root = above[0]
  const exclude = root === undefined ? undefined : await readRules(join(root, '.git', 'info', 'exclude'))
  if (root !== undefined && exclude) rules = [...rules, { folder: root, rules: exclude }]
  // A folder that is itself ignored was asked for on purpose: what ignores it says nothing of its content.
  return isIgnored(folder, true, rules) ? withRulesOf(folder, []) : rules
}

/** The rules inside `folder`, given those above it. */
export async function withRulesOf(folder: string, above: IgnoreRules): Promise<IgnoreRules> {
  const rules = await readRules(join(folder, '.gitignore'))
  return rules ? [{ folder, rules }, ...above] : above
}

/** The nearest folder with a rule for this path decides, as in git. */
export function isIgnored(path: string, isFolder: boolean, rules: IgnoreRules): boolean {
  for (const { folder, rules: own } of rules) {
    const way = relative(folder, path)
    if (way === '' || way.startsWith(`..${sep}`)) continue
    const verdict = own.test(`${sep === '/' ? way : way.replaceAll(sep, '/')}${isFolder ? '/' : ''}`)
    if (verdict.ignored) return true
    if (verdict.unignored) return false
  }
  return false
}

/** Undefined for what is no file of rules: none then hold. */
async function readRules(file: string): Promise<Ignore | undefined> {
  const read = await readSmall(file, MAX_BYTES)
  return read.kind === 'bytes' ? ignore({ allowRelativePaths: true, ignorecase: FOLDS_CASE }).add(read.bytes.toString('utf8')) : undefined
}

/** As git is set up where file systems do not tell upper from lower case. */
const FOLDS_CASE = process.platform === 'win32' || process.platform === 'darwin'

const MAX_BYTES = 1024 * 1024

/** From the repository's root down to `folder`; without a repository from `top`, or `folder` alone. */
async function foldersDownTo(folder: string, top: string): Promise<readonly string[]> {
  const chain: string[] = []
  let fromTop: readonly string[] | undefined
  for (let each = folder; ; each = dirname(each)) {
    chain.unshift(each)
    if (each === top) fromTop = [...chain]
    if (await exists(join(each, '.git'))) return chain
    if (dirname(each) === each) return fromTop ?? [folder]
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return false
  }
}
