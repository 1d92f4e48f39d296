import { ClineDefaultTool } from '../../../shared/tools'
import { done } from '../tool-handler'
import { ContextToolHandler, type ContextWork } from './context-tool-handler'
import { forCard } from './path-facts'

/** As `condense`, where the app itself asks for it: nobody is asked whether it may. */
export class SummarizeTaskHandler extends ContextToolHandler {
  constructor() {
    super(work)
  }
}

const work: ContextWork = {
  name: ClineDefaultTool.SUMMARIZE_TASK,
  description: 'Sum up the conversation: what you give here stands in place of all of it from the next request on.',
  about: 'All that is needed to go on without the conversation so far, as Markdown.',
  offered: ({ asked }) => asked?.has(ClineDefaultTool.SUMMARIZE_TASK) ?? false,
  summary: 'Sum up the conversation',
  label: '[summarize_task]',
  draft: (content, callId) => ({ kind: 'tool', data: { tool: 'summarizeTask', content, status: 'drafting', callId } }),
  card: (context) => ({ kind: 'tool', data: { tool: 'summarizeTask', content: forCard(context), status: 'running' } }),
  execute: (_config, context) =>
    Promise.resolve(done('The conversation was summed up.', { steer: { kind: 'condense', summary: context } })),
}
