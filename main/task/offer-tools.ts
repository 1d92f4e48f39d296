import { z } from 'zod'
import { ClineDefaultTool } from '../../shared/tools'
import type { ToolDefinition } from '../providers/provider'
import type { OfferContext, ToolAlias } from '../tools/tool-handler'
import type { RegisteredHandler, ToolExecutorCoordinator } from '../tools/tool-executor-coordinator'

const plain = new WeakMap<RegisteredHandler, ToolDefinition>()
const withProgress = new WeakMap<RegisteredHandler, ToolDefinition>()

/** Tools that may carry the checklist, as in the source. A command's arguments stay its own. */
const carriesProgress = (name: ClineDefaultTool): boolean => name !== ClineDefaultTool.BASH && name !== ClineDefaultTool.NEW_RULE

const progressField = {
  type: 'string',
  description: 'Your checklist, whole, as "- [ ] step" and "- [x] step" lines. Only when it changed.',
} as const

/** The tools the model is told of now, in a fixed order so that the request's bytes stay the same. */
export function offerTools(
  coordinator: ToolExecutorCoordinator,
  context: OfferContext,
  { focusChain = false, aliases = [] }: { readonly focusChain?: boolean; readonly aliases?: readonly ToolAlias[] } = {},
): readonly ToolDefinition[] {
  const own = coordinator
    .list()
    .filter((handler) => handler.spec.offered(context))
    .map((handler) => define(handler, focusChain && carriesProgress(handler.name)))
  return [...own, ...aliases.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))]
}

function define(handler: RegisteredHandler, progress: boolean): ToolDefinition {
  const definitions = progress ? withProgress : plain
  const known = definitions.get(handler)
  if (known) return known
  const { $schema: _, ...inputSchema } = z.toJSONSchema(handler.spec.input, { io: 'input' })
  const own = { name: handler.name, description: handler.spec.description, inputSchema }
  const definition = progress ? addProgress(own) : own
  definitions.set(handler, definition)
  return definition
}

function addProgress(definition: ToolDefinition): ToolDefinition {
  const { properties, ...schema } = definition.inputSchema
  // A JSON schema of type object: its properties are one by one named.
  return { ...definition, inputSchema: { ...schema, properties: { ...(properties as object), task_progress: progressField } } }
}
