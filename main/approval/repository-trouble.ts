import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exists } from './paths-on-disk'

/** Settings of git that name a program, as they stand in a project's own file. */
const RUNS_PROGRAMS =
  /^\s*(?:\[[^\]\n]*\]\s*)?(?:fsmonitor|sshcommand|hookspath|pager|editor|askpass|external|textconv|clean|smudge|process|program|helper|command|path|worktree|insteadof)\s*=\s*(?!true\s*$|false\s*$)/im
/** A setting of these kinds that every clone may have. */
const HARMLESS = /^\s*\[(?:submodule|remote|branch|lfs)[^\]]*\]/i

/** Why git in this folder may run a program that the project names, or undefined. Looks from `folder` up to the project's. */
export async function repositoryTrouble(folder: string, project: string): Promise<string | undefined> {
  for (let each = folder; each === project || each.startsWith(`${project}/`); each = dirname(each)) {
    const isBare = (await exists(join(each, 'HEAD'))) && (await exists(join(each, 'objects'))) && (await exists(join(each, 'refs')))
    if (isBare) return `${each} is itself a repository, with settings that come with the project`
    const text = await readSettings(join(each, '.git', 'config'))
    if (text !== undefined) return namesProgram(text) ? "the settings of git in the project's .git/config name a program to run" : undefined
    // A worktree or a submodule keeps them elsewhere.
    if (await exists(join(each, '.git'))) return undefined
  }
  return undefined
}

function namesProgram(text: string): boolean {
  if (/^\s*\[\s*include/im.test(text)) return true
  return text
    .split(/^(?=\s*\[)/m)
    .some((section) => RUNS_PROGRAMS.test(HARMLESS.test(section) ? section.replace(/^\s*(?:path|url|worktree)\s*=.*$/gim, '') : section))
}

async function readSettings(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
