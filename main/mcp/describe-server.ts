import type { McpDetails, McpTool } from '../../shared/mcp'
import { type BrokenTool, type InspectedTool, isBroken } from './tools/inspect-tool'
import type { PeerLists } from './connection/peer'
import type { ServerConfig } from './settings/server-config'
import { plain } from './server-log'

/** A tool for the person. `letsRun` is whether it runs without a question as it is now. */
export function toolView(tool: InspectedTool | BrokenTool, { autoApprove, disabledTools }: ServerConfig, letsRun: boolean): McpTool {
  const shared = { name: plain(tool.name), enabled: !disabledTools.includes(tool.name) }
  if (isBroken(tool))
    return { ...shared, description: '', parameters: [], autoApprove: false, lapsed: false, readOnly: false, broken: tool.reason }
  return {
    ...shared,
    description: tool.description,
    parameters: parametersOf(tool),
    autoApprove: letsRun,
    lapsed: autoApprove.includes(tool.name) && !letsRun,
    readOnly: tool.readOnly,
  }
}

function parametersOf({ inputSchema }: InspectedTool): McpTool['parameters'] {
  const { properties, required } = inputSchema
  if (typeof properties !== 'object' || properties === null) return []
  return Object.entries(properties).map(([name, schema]: [string, unknown]) => ({
    name,
    required: Array.isArray(required) && required.includes(name),
    description: typeof schema === 'object' && schema !== null && 'description' in schema ? plain(String(schema.description)) : '',
  }))
}

export function resourceViews({ resources, templates }: PeerLists): McpDetails['resources'] {
  const all = [...resources, ...templates.map(({ uriTemplate, name }) => ({ uri: uriTemplate, name }))]
  return onceEach(all, ({ uri }) => uri).map(({ uri, name = uri }) => ({ uri, name: plain(name) }))
}

/** How many fields a person is asked to fill in at most. */
const MAX_ARGUMENTS = 30

export const promptViews = ({ prompts }: PeerLists): McpDetails['prompts'] =>
  onceEach(prompts, ({ name }) => name).map(({ name, description = '', arguments: given = [] }) => ({
    name,
    description: plain(description),
    arguments: given
      .slice(0, MAX_ARGUMENTS)
      .map((each) => ({ name: each.name, description: plain(each.description ?? ''), required: each.required ?? false })),
  }))

/** Servers may list a thing twice: the last counts. */
const onceEach = <Entry>(entries: readonly Entry[], key: (entry: Entry) => string): readonly Entry[] => [
  ...new Map(entries.map((entry) => [key(entry), entry])).values(),
]

export const missingWords = (names: readonly string[]): string =>
  names.length === 1
    ? `Its entry needs the variable ${names[0]}, which is not set: set it and start the app again.`
    : `Its entry needs the variables ${names.join(', ')}, which are not set: set them and start the app again.`
