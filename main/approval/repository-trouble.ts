import { realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { readSmall } from '../workspace/read-small'
import { exists, MAX_SETTINGS } from './paths-on-disk'

/** Settings of git that name a program, or other settings to be read, as they stand in a project's own file. */
const RUNS_PROGRAMS =
  /^\s*(?:fsmonitor|sshcommand|hookspath|pager|editor|askpass|external|textconv|clean|smudge|process|program|helper|command|worktree)\s*=(?!\s*(?:true|false)\s*$)/im
const INCLUDES = /^\s*\[\s*include/im

/** Why git in this folder may run a program that the project names, or undefined. Looks from `folder` up to the project's. */
export async function repositoryTrouble(folder: string, project: string): Promise<string | undefined> {
  for (let each = await realOr(folder); each === project || each.startsWith(`${project}/`); each = dirname(each)) {
    const parts = await Promise.all(['HEAD', 'objects', 'refs'].map((name) => exists(join(each, name))))
    if (!parts.includes(false)) return `${each} is itself a repository, with settings that come with the project`
    const config = await readSmall(join(each, '.git', 'config'), MAX_SETTINGS)
    const pointer = await readSmall(join(each, '.git'), MAX_SETTINGS)
    if (config.kind === 'unusable' || pointer.kind === 'unusable')
      return "the settings of git in the project's .git cannot be looked through"
    if (config.kind === 'bytes')
      return namesProgram(config.bytes.toString('utf8'))
        ? "the settings of git in the project's .git/config name a program to run"
        : undefined
    if (pointer.kind === 'bytes') return troubleOfPointer(pointer.bytes.toString('utf8'), each, project)
  }
  return undefined
}

/** The settings of a worktree or a submodule lie elsewhere: below another `.git`, never among the files of the project. */
function troubleOfPointer(pointer: string, folder: string, project: string): string | undefined {
  const [, path = ''] = /^gitdir:\s*(.+?)\s*$/m.exec(pointer) ?? []
  const target = resolve(folder, path)
  const isOwn = target.startsWith(`${project}/`) && !target.slice(project.length).includes('/.git/')
  return isOwn ? `the file .git in ${folder} leads git to settings that come with the project` : undefined
}

/** Sections may stand on one line with their first setting. */
const namesProgram = (text: string): boolean => INCLUDES.test(text) || RUNS_PROGRAMS.test(text.replace(/^\s*\[[^\]\n]*\]/gm, '\n'))

async function realOr(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return path
    throw error
  }
}
