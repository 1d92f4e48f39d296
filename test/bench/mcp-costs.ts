import { runChild } from './command-costs'
import { table } from './statistics'

interface FloodCosts {
  readonly messages: number
  readonly heldMb: number
  readonly grownMb: number
}

const FLOODS = ['one line', 'lines too long', 'large messages', 'small messages', 'no messages', 'line ends', 'stderr']
const SERVERS = 5
const SECONDS = 3
const MAX_HELD_MB = 50
/** With what the collector has not taken back yet: it lets some 48 MB of young objects, and as much of long texts, pile up before it begins. */
const MAX_GROWN_MB = 130

/** What five MCP servers that print without end at the same time take of the main process's memory. */
export async function benchMcpFloods(): Promise<string[]> {
  console.log(`\n${SERVERS} MCP servers that print without end, each for ${SECONDS} s`)
  const rows: string[][] = []
  const missed: string[] = []
  for (const flood of FLOODS) {
    const { messages, heldMb, grownMb } = await runChild<FloodCosts>('mcp-flood-child.ts', flood, SERVERS, SECONDS)
    rows.push([flood, String(messages), heldMb.toFixed(1), grownMb.toFixed(1)])
    if (!(heldMb <= MAX_HELD_MB)) missed.push(`A flood of MCP servers (${flood}) holds ${heldMb.toFixed(0)} MB (at most ${MAX_HELD_MB})`)
    if (!(grownMb <= MAX_GROWN_MB))
      missed.push(`A flood of MCP servers (${flood}) grew the process by ${grownMb.toFixed(0)} MB (at most ${MAX_GROWN_MB})`)
  }
  console.log(table(['flood of', 'messages', 'held, MB', 'grown, MB'], rows))
  console.log(`Goal: at most ${MAX_HELD_MB} MB held, and ${MAX_GROWN_MB} MB more in the process`)
  return missed
}
