import { z } from 'zod'

/** A path that a call would touch. `real` follows symbolic links; `inside` is decided from it. */
export const PathEffect = z.object({
  /** As the person reads it: relative inside the project, absolute outside, always with `/`. */
  display: z.string(),
  real: z.string(),
  inside: z.boolean(),
})
export type PathEffect = z.infer<typeof PathEffect>

export const CommandEffect = z.object({
  command: z.string(),
  /** Absolute folder that the command would run in. */
  cwd: z.string(),
  /** The model's own opinion. It can add a question, never remove one. */
  requiresApproval: z.boolean(),
})
export type CommandEffect = z.infer<typeof CommandEffect>

/** A place in a command's text and what it would do there. Offsets are UTF-16 code units. */
export const CommandMark = z.object({
  start: z.number().int(),
  end: z.number().int(),
  kind: z.enum(['reads', 'writes', 'deletes', 'network', 'runs', 'unknown']),
  /** In words for a person, without a subject: `deletes build (3 files)`. */
  why: z.string(),
  /** It runs what comes from the network or with more rights, or changes what is protected or outside of the project. */
  grave: z.literal(true).optional(),
})
export type CommandMark = z.infer<typeof CommandMark>

/** A file of the project, or a script in it, that decides what a program runs: as it is now. */
export const ScriptState = z.object({
  /** As the program would find it: `package.json`, `./x.sh`. */
  name: z.string(),
  /** Which script of the file. Absent: all of it. */
  part: z.string().optional(),
  /** SHA-256 in hex; `none` when it is not there, `unreadable` when it cannot be looked at. */
  hash: z.string(),
  /** The beginning of the script, so that a change can be shown. */
  text: z.string().optional(),
})
export type ScriptState = z.infer<typeof ScriptState>

/** A program that a command would run, as far as its words are literal: `['git', 'push', 'origin']`. */
export const CommandProgram = z.object({
  words: z.array(z.string()),
  /** Known to do nothing but read. */
  harmless: z.boolean(),
  /** Its words are all that it is given, and none can turn out a flag: a rule may allow it by them. */
  plain: z.boolean(),
  /** No program, but a file that a redirection writes. */
  redirect: z.literal(true).optional(),
  /** No program, but a place in the command that could not be read: anything may run there. */
  unread: z.literal(true).optional(),
  /** What in the project's own files decides on what it runs. */
  scripts: z.array(ScriptState).optional(),
})
export type CommandProgram = z.infer<typeof CommandProgram>

/** A command whose programs, paths and redirections were all looked at. */
export const JudgedCommand = CommandEffect.extend({
  harmless: z.boolean(),
  /** Why it is not harmless, or that it only reads. */
  why: z.string(),
  reads: z.array(PathEffect),
  writes: z.array(PathEffect),
  deletes: z.array(PathEffect),
  /** What words of it would be if they were paths: it may touch them. Only looked at for files that are out of reach. */
  mentions: z.array(PathEffect).optional(),
  /** Files that may hold keys and that it would read without naming them. */
  exposes: z.array(PathEffect).optional(),
  network: z.array(z.string()),
  programs: z.array(CommandProgram),
  marks: z.array(CommandMark),
  /** It never runs, whatever is set, and why. */
  stop: z.string().optional(),
  /** It does not run unless a person looks at it, and why. */
  needsPerson: z.string().optional(),
})
export type JudgedCommand = z.infer<typeof JudgedCommand>

/** A tool or resource of an MCP server. What it does there nobody can see. */
export const McpEffect = z.object({
  server: z.string(),
  /** The tool's name, or the address of a resource. */
  target: z.string(),
  /** The server says that it changes nothing. It lets a call run in plan mode and takes no question away. */
  readOnly: z.boolean(),
  /** The person allowed this very tool, as it is described now. */
  approved: z.boolean(),
  /** Of a tool: its description and schemas, as they are now. */
  hash: z.string().optional(),
})
export type McpEffect = z.infer<typeof McpEffect>

/** What letting a call run would do: the only thing that approval is decided from. */
export const Effects = z.object({
  reads: z.array(PathEffect),
  writes: z.array(PathEffect),
  deletes: z.array(PathEffect),
  executes: z.array(CommandEffect),
  network: z.array(z.string()),
  /** Places beyond this machine that the person approved before: reaching them once more is a question only when there is something to carry there. */
  networkAgain: z.array(z.string()).optional(),
  mcp: z.array(McpEffect).optional(),
  /** How many agents it would start. What they do is decided call by call. */
  agents: z.number().int().optional(),
  /** True for a call whose effects nobody can name: it always asks. */
  unknown: z.boolean(),
})
export type Effects = z.infer<typeof Effects>

/** Who wrote a text that came into a task without the person having seen it: a page or search of the web, or an MCP server. */
export type StrangersText = 'web' | 'servers'

export const noEffects: Effects = { reads: [], writes: [], deletes: [], executes: [], network: [], unknown: false }
