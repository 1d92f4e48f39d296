import { ClineDefaultTool } from '../../../shared/tools'
import { done } from '../tool-handler'
import { askProposal } from './ask-proposal'
import { ContextToolHandler, type ContextWork } from './context-tool-handler'

export class NewTaskHandler extends ContextToolHandler {
  constructor() {
    super(work)
  }
}

/** As in the source: other models propose a new task only when the person asks for one. */
const knowsNewTasks = /gpt-?5[.-]1|gemini-?3|hermes/i

const work: ContextWork = {
  name: ClineDefaultTool.NEW_TASK,
  description: `Propose to go on in a new task that begins with nothing but the context you give here. The person reads it and decides. \
Only where this conversation has become a burden: a new subject, or far more in it than is still needed.`,
  about:
    'What the new task begins with, as Markdown: the work so far, the concepts it rests on, the files that matter, the problems and how they were solved, and the next steps.',
  offered: ({ asked, yoloModeToggled, modelId }) =>
    !yoloModeToggled && (knowsNewTasks.test(modelId) || (asked?.has(ClineDefaultTool.NEW_TASK) ?? false)),
  summary: 'Start a new task',
  label: '[new_task for creating a new task]',
  draft: (text) => ({ kind: 'new_task', text }),
  execute: async (config, context, ts) => {
    const proposed = await askProposal(config, { ask: 'new_task', text: context, ts })
    if (proposed.kind === 'not_agreed') return proposed.response
    return done('The new task was started.', { steer: { kind: 'new_task', context, askTs: proposed.askTs } })
  },
}
