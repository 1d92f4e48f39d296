import { z } from 'zod'
import { failed, ok, type Result } from '../../shared/result'
import { readFrontMatter } from '../workspace/front-matter'

export interface SkillText {
  readonly name: string
  /** On one line. */
  readonly description: string
  readonly body: string
}

const MAX_DESCRIPTION = 1_000
const Head = z.object({ name: z.string().trim().min(1), description: z.string().trim().min(1) })
/** A name is given by the model and stands in a folder: nothing else is one. */
export const SKILL_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

/** The file of a skill: a head with its name and what it is for, then what it says. The failure is a sentence without a subject. */
export async function readSkillFile(content: string, folderName: string): Promise<Result<SkillText, string>> {
  const read = await readFrontMatter(content)
  if (!read.ok) return read
  const { head, body } = read.value
  const named = Head.safeParse(head)
  if (!named.success) return failed('has a head without a name or a description')
  const { name, description } = named.data
  if (name !== folderName) return failed(`is named ${JSON.stringify(name)} and lies in a folder of another name`)
  if (!SKILL_NAME.test(name)) return failed('has a name with other characters than letters, digits, - and _')
  if (body === '') return failed('says nothing below its head')
  return ok({ name, description: description.replaceAll(/\s+/g, ' ').slice(0, MAX_DESCRIPTION), body })
}
