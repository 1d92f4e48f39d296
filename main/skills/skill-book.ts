import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SkillInfo, SkillSource } from '../../shared/skills'
import { hashOf, readProjectFile } from '../trust/project-file'
import type { ProjectTrust } from '../trust/project-trust'
import { systemCode } from '../workspace/system-errors'
import { readSkillFile, SKILL_NAME, type SkillText } from './skill-file'
import { findSkillFiles, MAX_SKILL_BYTES, MAX_SKILLS, PERSONAL_SKILLS, SKILL_FILE } from './skill-files'

/** A skill that may be used now. */
export interface Skill extends SkillText {
  readonly source: SkillSource
  /** Absolute. */
  readonly folder: string
}

export interface SkillBookParts {
  /** The person's home folder. */
  readonly home: string
  readonly trust: Pick<ProjectTrust, 'admits' | 'missed'>
  /** By the absolute path of a skill's file. Read anew each time. */
  readonly toggles: () => {
    readonly globalSkillsToggles: Readonly<Record<string, boolean>>
    readonly localSkillsToggles: Readonly<Record<string, boolean>>
  }
}

/** Finds the skills of a person and of the projects that they trust. */
export class SkillBook {
  private readonly parts: SkillBookParts
  private readonly found = new Map<string, readonly Skill[]>()
  /** What came of a file, by its path: its head is read anew only when a byte is another. */
  private readonly read = new Map<string, { readonly hash: string; readonly result: ReturnType<typeof readSkillFile> }>()

  constructor(parts: SkillBookParts) {
    this.parts = parts
  }

  /** Those of the last look at this folder. */
  known(cwd: string): readonly Skill[] {
    return this.found.get(cwd) ?? []
  }

  /** What `known` makes of use. */
  features(cwd: string): readonly 'skills'[] {
    return this.known(cwd).length > 0 ? ['skills'] : []
  }

  /** Looks at the disk anew. Of several with a name the person's own counts, and among equals the one that is found first. */
  async refresh(cwd: string): Promise<readonly Skill[]> {
    const skills = new Map<string, Skill>()
    for (const each of await this.findAll(cwd)) if (each.skill && !skills.has(each.skill.name)) skills.set(each.skill.name, each.skill)
    const found = [...skills.values()]
    this.found.set(cwd, found)
    return found
  }

  /** All there are, for the page that lists them; without a folder those of the person alone. */
  async list(cwd: string | undefined): Promise<readonly SkillInfo[]> {
    return (await (cwd === undefined ? this.findPersonal() : this.findAll(cwd))).map(({ info }) => info)
  }

  private async findAll(cwd: string): Promise<readonly Found[]> {
    return [...(await this.findPersonal()), ...(await this.findInProject(cwd))]
  }

  private async findPersonal(): Promise<readonly Found[]> {
    const { globalSkillsToggles } = this.parts.toggles()
    const folders = (await Promise.all(PERSONAL_SKILLS.map((place) => listPersonal(join(this.parts.home, place))))).flat()
    const found = await Promise.all(
      folders.map(async (folder) => {
        const path = join(folder, SKILL_FILE)
        const content = await readPersonal(path)
        return content === undefined
          ? undefined
          : this.describe(content, { source: 'global', folder, path, isEnabled: globalSkillsToggles[path] ?? true })
      }),
    )
    return found.filter((each) => each !== undefined)
  }

  private async findInProject(cwd: string): Promise<readonly Found[]> {
    const { localSkillsToggles } = this.parts.toggles()
    const paths = await findSkillFiles(cwd)
    const found = await Promise.all(
      paths.map(async (way) => {
        const file = await readProjectFile(cwd, way, MAX_SKILL_BYTES)
        if (file.kind === 'none') return undefined
        const path = join(cwd, way)
        const place = { source: 'project', folder: join(path, '..'), path, isEnabled: localSkillsToggles[path] ?? true } as const
        if (file.kind === 'unusable') return this.describe({ problem: file.reason }, place)
        const item = { kind: 'skill', path: way, hash: file.hash } as const
        const text = file.bytes.toString('utf8')
        const whole = await this.describe({ text }, place)
        // Trust mends nothing about one that could not be used anyway.
        if (whole.info.problem !== undefined || this.parts.trust.admits(cwd, item)) return whole
        this.parts.trust.missed(cwd, item)
        return this.describe({ text, problem: 'It is not used: you have not trusted it as it is now.' }, place)
      }),
    )
    return found.filter((each) => each !== undefined)
  }

  private async describe(content: Content, place: Place): Promise<Found> {
    const { folder, path } = place
    const folderName = folder.split(/[\\/]/).at(-1) ?? ''
    const read = await this.readOnce(path, content.text ?? '', folderName)
    const text = read.ok ? read.value : { name: folderName, description: '' }
    if (content.problem !== undefined) return unused(text, place, content.problem)
    if (!read.ok) return unused(text, place, `${path} ${read.error}, so it is not used.`)
    const { info } = unused(text, place)
    return place.isEnabled ? { info, skill: { ...read.value, source: place.source, folder } } : { info }
  }

  private readOnce(path: string, text: string, folderName: string): ReturnType<typeof readSkillFile> {
    const hash = hashOf(text)
    const known = this.read.get(path)
    if (known?.hash === hash) return known.result
    const result = readSkillFile(text, folderName)
    this.read.set(path, { hash, result })
    return result
  }
}

interface Content {
  readonly text?: string
  readonly problem?: string
}

interface Found {
  readonly info: SkillInfo
  /** Absent when it is not to be used. */
  readonly skill?: Skill
}

interface Place {
  readonly source: SkillSource
  readonly folder: string
  readonly path: string
  readonly isEnabled: boolean
}

const unused = (
  { name, description }: { readonly name: string; readonly description: string },
  { source, path, isEnabled }: Place,
  problem?: string,
): Found => ({ info: { name, description, source, path, isEnabled, ...(problem === undefined ? {} : { problem }) } })

/** A person may lay links to where they really keep their skills. */
async function listPersonal(place: string): Promise<readonly string[]> {
  try {
    const names = (await readdir(place)).filter((name) => SKILL_NAME.test(name)).sort()
    return names.slice(0, MAX_SKILLS).map((name) => join(place, name))
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return []
  }
}

async function readPersonal(path: string): Promise<Content | undefined> {
  try {
    const found = await stat(path)
    if (!found.isFile()) return undefined
    if (found.size > MAX_SKILL_BYTES) return { problem: `${path} is larger than ${MAX_SKILL_BYTES / 1024} KB, so it is not used.` }
    return { text: await readFile(path, 'utf8') }
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { problem: `${path} cannot be read (${code}).` }
  }
}
