import type { Mode } from '../../shared/settings'
import { selectModel } from '../controller/choose-model'
import type { Services } from '../services'
import { offerTools } from '../task/offer-tools'
import { align } from './history-command'
import { toJsonLine } from './json-line'

interface ToolsOptions {
  readonly mode: Mode
  readonly cwd: string
  readonly json: boolean
}

/** What a model would be offered now, in this mode and with these settings. */
export async function runTools(services: Services, { mode, cwd, json }: ToolsOptions, write: (text: string) => void): Promise<number> {
  const settings = services.settings.getSettings()
  const { providerId = 'anthropic', modelId = '' } = selectModel(settings, mode) ?? {}
  const { coordinator, controller } = services
  await services.skills.refresh(cwd)
  const features = controller.features(cwd, providerId)
  const context = { mode, yoloModeToggled: settings.yoloModeToggled, providerId, modelId, features }
  const tools = offerTools(coordinator, context, { aliases: controller.aliases(cwd) })
  if (json) write(toJsonLine(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))))
  else write(`${align(tools.map(({ name, description }) => [name, firstWords(description)]))}\n`)
  return 0
}

const MOST_CHARACTERS = 110

/** As much of a description as tells the tools apart. */
function firstWords(description: string): string {
  const [sentence = ''] = description.replace(/\s+/g, ' ').split(/(?<=\.) /)
  return sentence.length > MOST_CHARACTERS ? `${sentence.slice(0, MOST_CHARACTERS - 1)}…` : sentence
}
