import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPast } from '../demo/demo-past'
import { type DemoStep, nextDemoStep } from '../demo/demo-script'
import { nodeCommand, ownNodeCommand, ownSurroundings } from '../demo/node-command'
import type { ApiHandler, ApiRequest, ApiStreamEvent } from './provider'
import { modelInfo } from './provider-catalog'

export interface DemoPace {
  /** Before the first word of an answer. */
  readonly answerMs: number
  /** Between two pieces of it. */
  readonly pieceMs: number
}

const naturalPace: DemoPace = { answerMs: 250, pieceMs: 12 }

/** The built-in script in the shape of a model: the loop around it is the real one, and so are its tools. */
export function createDemoHandler(pace = naturalPace, node = usableNode()): ApiHandler {
  const id = 'demo-script'
  return {
    providerId: 'demo',
    getModel: () => ({ id, info: modelInfo('demo', id) }),
    async *createMessage(request, signal) {
      try {
        const step = nextDemoStep({ past: readPast(request.conversation), tools: namesOf(request), node })
        await sleep(pace.answerMs, undefined, { signal })
        for (const event of eventsOf(step)) {
          signal.throwIfAborted()
          yield event
          if (event.type === 'text' || event.type === 'tool_call_delta') await sleep(pace.pieceMs, undefined, { signal })
        }
      } catch (error) {
        throw signal.aborted ? signal.reason : error
      }
    },
  }
}

function usableNode(): { readonly usual: string; readonly own: string } {
  const around = ownSurroundings()
  return { usual: nodeCommand(around), own: ownNodeCommand(around) }
}

const namesOf = (request: ApiRequest): string[] => request.tools.map((tool) => tool.name)

function eventsOf({ text, call }: DemoStep): ApiStreamEvent[] {
  const id = `demo_${randomUUID()}`
  return [
    // Words with the space after them: joined again they are the text.
    ...(text.match(/\S+\s*/g) ?? []).map((words): ApiStreamEvent => ({ type: 'text', text: words })),
    { type: 'tool_call_start', id, name: call.name },
    ...(JSON.stringify(call.input).match(/[\s\S]{1,12}/gu) ?? []).map((json): ApiStreamEvent => ({ type: 'tool_call_delta', id, json })),
    { type: 'tool_call_end', id },
    { type: 'usage', inputTokens: 0, outputTokens: 0, totalCost: 0 },
    { type: 'end', stopReason: 'tool_use', rawReason: 'script' },
  ]
}
