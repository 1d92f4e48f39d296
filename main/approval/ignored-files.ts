import { isUtf8 } from 'node:buffer'
import { isAbsolute, join, relative, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import type { PathEffect } from '../../shared/effects'
import { readSmall } from '../workspace/read-small'
import { exists } from './paths-on-disk'

/** The file in the project's folder that names what no tool may touch. */
export const IGNORE_FILE = '.clineignore'

/** What no tool may touch in this project. Paths are judged by where they lead and by how they are called. */
export interface IgnoredFiles {
  /** False when the rules are there and could not be read: then everything is out of reach. */
  readonly canBeRead: boolean
  /** Why this path is out of reach, or undefined. */
  reason(path: Pick<PathEffect, 'real' | 'display'>): string | undefined
}

/** More than this is no ignore file of a person. */
export const MAX_BYTES = 1_000_000
const MAX_PATTERN = 1_000

const NO_RULES: IgnoredFiles = { canBeRead: true, reason: () => undefined }

/** Reads the rules of a project as they are now. No file or an empty one forbids nothing; one that cannot be read forbids all. */
export async function readIgnoredFiles(project: string): Promise<IgnoredFiles> {
  const own = await readRules(project, IGNORE_FILE)
  if (own === undefined) return NO_RULES
  const text = own === 'unreadable' ? undefined : await withIncluded(project, own.text)
  if (text === undefined) return { canBeRead: false, reason: () => `${IGNORE_FILE} could not be read, so no file may be touched` }
  if (text.trim() === '') return NO_RULES
  const rules = ignore({ ignorecase: true, allowRelativePaths: true }).add(text).add(IGNORE_FILE)
  return { canBeRead: true, reason: (path) => reasonOf(path, project, rules) }
}

function reasonOf({ real, display }: Pick<PathEffect, 'real' | 'display'>, project: string, rules: Ignore): string | undefined {
  const given = isAbsolute(display) ? display : join(project, display)
  const ways = [real, given].map((path) => relative(project, path)).filter((way) => way !== '' && !LEADS_OUT.test(way) && !isAbsolute(way))
  const names = new Set(ways.map((way) => (sep === '/' ? way : way.replaceAll(sep, '/')).normalize('NFC')))
  // As a folder, so that rules about folders count too: a file of that name is not told apart.
  return [...names].some((name) => rules.ignores(`${name}/`)) ? `${display} is out of reach by ${IGNORE_FILE}` : undefined
}

/** A name may itself begin with two dots. */
const LEADS_OUT = /^\.\.(?:[\\/]|$)/

/** Lines `!include FILE` stand for the lines of that file, one level deep, within the project. Undefined when one of them cannot be read. */
async function withIncluded(project: string, text: string): Promise<string | undefined> {
  const lines = await Promise.all(
    text.split(/\r?\n/).map(async (line) => {
      const [, name] = /^!include\s+(.+?)\s*$/.exec(line) ?? []
      if (name === undefined) return line.length > MAX_PATTERN ? '' : collapse(line)
      const isInside = !isAbsolute(name) && !name.split(/[\\/]/).includes('..')
      const included = isInside ? await readRules(project, name) : undefined
      if (included === 'unreadable') return undefined
      return included === undefined ? '' : included.text.split(/\r?\n/).map(collapse).join('\n')
    }),
  )
  return lines.includes(undefined) ? undefined : lines.join('\n')
}

/** Many `**` in a row mean what one does, and take far longer to compare. */
const collapse = (line: string): string => line.replace(/(?:\*\*\/){2,}/g, '**/')

async function readRules(project: string, name: string): Promise<{ readonly text: string } | 'unreadable' | undefined> {
  const read = await readSmall(join(project, name), MAX_BYTES)
  if (read.kind === 'none') return (await exists(join(project, name))) ? 'unreadable' : undefined
  // In another encoding its rules would name other files than the person meant.
  if (read.kind === 'unusable' || !isUtf8(read.bytes) || read.bytes.includes(0)) return 'unreadable'
  // Names are compared in this form too.
  return {
    text: read.bytes
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .normalize('NFC'),
  }
}
