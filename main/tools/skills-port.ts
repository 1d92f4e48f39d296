/** A skill with its text. */
export interface LoadedSkill {
  readonly name: string
  readonly description: string
  readonly body: string
  readonly source: 'global' | 'project'
  /** Absolute: further files of it lie there. */
  readonly folder: string
}
export interface SkillsPort {
  /** Those that may be used now, each name once. */
  list(): Promise<readonly LoadedSkill[]>
  /** As they were when they were last listed. */
  known(): readonly LoadedSkill[]
}
