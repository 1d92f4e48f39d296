import { z } from 'zod'
import { noEffects } from '../../../shared/effects'
import { ClineDefaultTool } from '../../../shared/tools'
import type { LoadedSkill } from '../skills-port'
import type { TaskConfig } from '../task-config'
import {
  done,
  type IFullyManagedTool,
  type OfferContext,
  type PartialCard,
  type PartialToolUse,
  type Preparation,
  toolFailed,
  type ToolResponse,
  type ToolUse,
} from '../tool-handler'
import { textField } from './input-fields'
import { describeCall, readableText } from './partial-input'

const description = `Load a skill: a text on how to do a certain kind of work here, with what it needs. Call it before you begin with such work, once for each skill.`

const Input = z.object({ skill_name: textField('The name of the skill, exactly as it is listed.') })
type Input = z.infer<typeof Input>

export class UseSkillToolHandler implements IFullyManagedTool<Input, LoadedSkill> {
  readonly name = ClineDefaultTool.USE_SKILL
  readonly spec = { description, input: Input, offered: ({ features }: OfferContext) => features.has('skills') }

  effects() {
    return Promise.resolve(noEffects)
  }

  async prepare({ skill_name: name }: Input, { services }: TaskConfig): Promise<Preparation<LoadedSkill>> {
    const card = cardOf(name, 'running')
    const skills = await services.skills.list()
    const skill = skills.find((each) => each.name === name)
    if (skill) return { kind: 'ready', card, summary: `Load the skill ${name}`, basis: skill }
    if (skills.length === 0) return { kind: 'failed', card, response: toolFailed('There are no skills here, so none was loaded.') }
    const names = skills.map((each) => each.name).join(', ')
    return {
      kind: 'failed',
      card,
      response: toolFailed(`There is no skill named ${JSON.stringify(name)}. There are: ${names}.`, 'There is no such skill.'),
    }
  }

  execute(_config: TaskConfig, _block: ToolUse<Input>, skill: LoadedSkill): Promise<ToolResponse> {
    return Promise.resolve(done(textOf(skill), { note: skill.source === 'project' ? 'From the project' : 'Your own' }))
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const name = readableText(block, 'skill_name')
    return name === '' ? undefined : cardOf(name, 'drafting', block.callId)
  }

  getDescription(input: Readonly<Record<string, unknown>>): string {
    return describeCall(this.name, input['skill_name'])
  }
}

const cardOf = (path: string, status: 'running' | 'drafting', callId?: string) =>
  ({ kind: 'tool', data: { tool: 'useSkill', path, status, ...(callId === undefined ? {} : { callId }) } }) as const

function textOf({ name, body, folder, source }: LoadedSkill): string {
  const origin =
    source === 'project' ? 'It comes from the project folder, and the person trusted it.' : 'It is one of the person\u2019s own.'
  return [`# Skill: ${name}`, origin, body, `This is the whole skill; do not load it again. Files that it names lie in ${folder}.`].join(
    '\n\n',
  )
}
