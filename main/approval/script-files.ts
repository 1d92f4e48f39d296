import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ProgramJudgement } from './command-judgement'

/** Files of the project that say what a program runs. */
const SCRIPT_FILES: Readonly<Record<string, readonly string[]>> = {
  npm: ['package.json'],
  pnpm: ['package.json'],
  yarn: ['package.json'],
  bun: ['package.json'],
  make: ['Makefile', 'makefile', 'GNUmakefile'],
  just: ['justfile', 'Justfile'],
  task: ['Taskfile.yml'],
  cargo: ['Cargo.toml', 'build.rs'],
  gradle: ['build.gradle', 'build.gradle.kts'],
  mvn: ['pom.xml'],
  composer: ['composer.json'],
  rake: ['Rakefile'],
}

/** When the scripts that these programs run were last changed (ms since the epoch): the time nobody can set. Undefined without any. */
export async function scriptsChangedAt(programs: readonly ProgramJudgement[], cwd: string): Promise<number | undefined> {
  const files = programs.filter(({ isHarmless }) => !isHarmless).flatMap(({ words }) => scriptsOf(words))
  const times = await Promise.all([...new Set(files)].map((file) => changedAt(resolve(cwd, file))))
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}

function scriptsOf(words: readonly string[]): readonly string[] {
  const [name = ''] = words
  if (name.includes('/')) return [name]
  // A shell or a language is given its script as a word.
  const given = words.slice(1).filter((word) => /\.(?:[cm]?[jt]s|py|sh|rb|pl|php|lua)$/.test(word))
  return [...(Object.hasOwn(SCRIPT_FILES, name) ? (SCRIPT_FILES[name] ?? []) : []), ...given]
}

async function changedAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).ctimeMs
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
