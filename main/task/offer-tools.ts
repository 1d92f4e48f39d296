import { z } from 'zod'
import type { ToolDefinition } from '../providers/provider'
import type { OfferContext } from '../tools/tool-handler'
import type { RegisteredHandler, ToolExecutorCoordinator } from '../tools/tool-executor-coordinator'

const definitions = new WeakMap<RegisteredHandler, ToolDefinition>()

/** The tools the model is told of now, in a fixed order so that the request's bytes stay the same. */
export function offerTools(coordinator: ToolExecutorCoordinator, context: OfferContext): readonly ToolDefinition[] {
  return coordinator
    .list()
    .filter((handler) => handler.spec.offered(context))
    .map(define)
}

function define(handler: RegisteredHandler): ToolDefinition {
  const known = definitions.get(handler)
  if (known) return known
  const { $schema: _, ...inputSchema } = z.toJSONSchema(handler.spec.input, { io: 'input' })
  const definition = { name: handler.name, description: handler.spec.description, inputSchema }
  definitions.set(handler, definition)
  return definition
}
