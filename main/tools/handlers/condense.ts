import { ClineDefaultTool } from '../../../shared/tools'
import { done } from '../tool-handler'
import { askProposal } from './ask-proposal'
import { ContextToolHandler, type ContextWork } from './context-tool-handler'

export class CondenseHandler extends ContextToolHandler {
  constructor() {
    super(work)
  }
}

const work: ContextWork = {
  name: ClineDefaultTool.CONDENSE,
  description: 'Condense the conversation, as the person asked: once they agree, what you give here stands in place of all of it.',
  about: 'All that is needed to go on without the conversation so far, as Markdown.',
  offered: ({ asked }) => asked?.has(ClineDefaultTool.CONDENSE) ?? false,
  summary: 'Condense the conversation',
  label: '[condense]',
  draft: (text) => ({ kind: 'condense', text }),
  execute: async (config, context, ts) => {
    const proposed = await askProposal(config, { ask: 'condense', text: context, ts })
    if (proposed.kind === 'not_agreed') return proposed.response
    return done('The conversation was condensed.', { steer: { kind: 'condense', summary: context } })
  },
}
