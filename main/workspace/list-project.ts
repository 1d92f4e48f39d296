import { sep } from 'node:path'
import { runRipgrep } from './ripgrep'

/**
 * Every file of a project that git would not ignore, hidden ones too, relative to its folder.
 * Undefined when there are more than `limit`, or they cannot be listed.
 */
export async function listProject(cwd: string, limit: number): Promise<readonly string[] | undefined> {
  const paths: string[] = []
  let rest = ''
  const skipped = cwd.endsWith(sep) ? cwd.length : cwd.length + 1
  const args = ['--no-config', '--files', '--hidden', '--no-require-git', '--null', '--glob', '!.git', '--', cwd]
  const run = await runRipgrep(args, new AbortController().signal, (output) => {
    const pieces = (rest + output).split('\0')
    rest = pieces.pop() ?? ''
    for (const piece of pieces) paths.push(piece.slice(skipped))
    return paths.length <= limit
  })
  // A folder that may not be read leaves the others as they are.
  return paths.length > limit || (run.status === 'failed' && paths.length === 0) ? undefined : paths
}
