import { listProjectFolder, type ProjectFile, readProjectFile } from '../trust/project-file'
import type { FoundItem, TrustSource } from '../trust/project-trust'
import { readSkillFile } from './skill-file'

/** Where a project keeps skills, the first of them first. */
const PROJECT_SKILLS = ['.clinerules/skills', '.cline/skills', '.claude/skills', '.agents/skills'] as const
/** Where a person keeps their own, in their home folder. */
export const PERSONAL_SKILLS = ['.cline/skills', '.agents/skills'] as const
/** The file of a skill, in a folder of its name. */
export const SKILL_FILE = 'SKILL.md'
export const MAX_SKILL_BYTES = 256 * 1024
/** Of a person's folder of skills, and of all those of a project. */
export const MAX_SKILLS = 100

/** Paths of where skill files would be in a folder (real path), relative to it. */
export async function findSkillFiles(folder: string): Promise<readonly string[]> {
  const named = await Promise.all(
    PROJECT_SKILLS.map(async (place) =>
      (await listProjectFolder(folder, place, MAX_SKILLS)).map((name) => `${place}/${name}/${SKILL_FILE}`),
    ),
  )
  return named.flat().slice(0, MAX_SKILLS)
}

/** The skills that a project brings. */
export const projectSkills: TrustSource = {
  kind: 'skill',
  find: async (folder) => {
    const paths = await findSkillFiles(folder)
    const found = await Promise.all(paths.map(async (path) => whatItIs(path, await readProjectFile(folder, path, MAX_SKILL_BYTES))))
    return found.filter(({ file }) => file.kind !== 'none')
  },
}

/** Nobody is asked about a file that could never be used as a skill. */
async function whatItIs(path: string, file: ProjectFile): Promise<FoundItem> {
  if (file.kind !== 'read') return { path, file }
  const read = await readSkillFile(file.bytes.toString('utf8'), path.split('/').at(-2) ?? '')
  if (read.ok) return { path, file, about: read.value.description }
  return { path, file: { kind: 'unusable', reason: `${path} ${read.error}, so it is not used.` } }
}
