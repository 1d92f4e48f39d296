import { z } from 'zod'
import { BrowserCheck } from './browser'
import { Draft, LocalServer, StateOp } from './extension-state'
import { EnvironmentReport } from './environment-report'
import { McpDetails, McpEntry, McpFormValue } from './mcp'
import { DryRun, HookInfo, HookName } from './hooks'
import { AskAnswer, ClineMessage } from './messages'
import { SecretName } from './account'
import { ModelChoice, ProviderId } from './models'
import type { Result } from './result'
import { Mode, SettingsPatch } from './settings'
import { AgentList, SubagentKey } from './subagents'
import { TaskChange, UndoOutcome, UndoPreview } from './task-changes'
import { SkillInfo } from './skills'
import { FolderTrust, TrustedItem } from './trust'

/**
 * The only list of what crosses between the window and the main process. Everything is JSON.
 * To add a call: a line here and a function in main/controller/calls.ts.
 */

const call = <Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output) => ({ input, output })
const nothing = z.null()
/** 10 MB, as base64. */
const MAX_ATTACHMENT_BASE64 = 14 * 1024 * 1024
const session = { sessionId: z.string() }
/** Characters that go into a command at once: a long paste. */
const MAX_TYPED = 64 * 1024
/** One subagent of a session's task. */
const subagent = z.object({ ...session, ...SubagentKey.shape })
const words = { text: z.string(), images: z.array(z.string()), files: z.array(z.string()) }

/** The window asks, main answers. */
export const calls = {
  /** Makes main push a whole snapshot: after a (re)load or a gap in the sequence. */
  'state.request': call(nothing, nothing),
  'settings.update': call(z.object({ patch: SettingsPatch }), nothing),

  /**
   * `keep` answers the question that a `needs_consent` outcome raises; without it a keychain is used or the question is asked.
   * `address` is the one of the search service that the key is for: it is sent to no other origin.
   */
  'secret.set': call(
    z.object({ provider: SecretName, key: z.string().min(1), keep: z.enum(['file', 'memory']).optional(), address: z.string().optional() }),
    z.object({ outcome: z.enum(['saved', 'needs_consent']), backend: z.string().optional() }),
  ),
  'secret.delete': call(z.object({ provider: SecretName, address: z.string().optional() }), nothing),
  /** Opens the sign-in page of the Cline account in the person's browser; how it ends stands in the state. */
  'account.signIn': call(nothing, nothing),
  'account.cancelSignIn': call(nothing, nothing),
  'account.signOut': call(nothing, nothing),
  /** Keeps a sign-in that would end with the app in a file that only its owner can read. */
  'account.keep': call(nothing, nothing),
  /** Asks anew what is left of the credit. */
  'account.refresh': call(nothing, nothing),
  'account.openDashboard': call(nothing, nothing),
  /** Tries the stored key and address with the cheapest request there is. `message` is one sentence for people. */
  'provider.check': call(
    z.object({ provider: ProviderId }),
    z.object({ works: z.boolean(), message: z.string(), models: z.array(ModelChoice) }),
  ),
  /** Local model servers that answer on their usual port now. */
  'servers.find': call(nothing, z.array(LocalServer)),

  /** Opens the system's folder dialog; `path` is null when it was closed or there is none. */
  'folder.pick': call(nothing, z.object({ path: z.string().nullable() })),
  'folder.check': call(z.object({ path: z.string() }), z.object({ usable: z.boolean(), path: z.string(), message: z.string() })),

  'session.new': call(z.object({ cwd: z.string() }), z.object(session)),
  'session.open': call(z.object(session), nothing),
  /** Leaves the session; a task in it goes to the history, a running one is cancelled first. */
  'session.close': call(z.object(session), nothing),

  'task.start': call(z.object({ ...session, ...words }), z.object({ taskId: z.string() })),
  /** Opens a task of the history in a session of its own, ready to be resumed. */
  'task.open': call(z.object({ taskId: z.string() }), z.object(session)),
  'task.cancel': call(z.object(session), nothing),
  /** Start New Task: the session keeps its folder and loses its task. */
  'task.clear': call(z.object(session), nothing),
  'task.delete': call(z.object({ taskId: z.string() }), nothing),
  'demo.start': call(nothing, z.object(session)),

  /** `accepted` is false when the ask is no longer open: the answer then changed nothing. */
  'ask.answer': call(z.object({ ...session, ts: z.number().int(), answer: AskAnswer }), z.object({ accepted: z.boolean() })),
  /** While the task, or one of its subagents, waits before a new try: try at once, or stop waiting. */
  'retry.now': call(z.object({ ...session, subagent: SubagentKey.optional() }), nothing),
  'retry.stop': call(z.object(session), nothing),

  'message.queue': call(z.object({ ...session, ...words }), z.object({ id: z.string() })),
  'message.edit': call(z.object({ ...session, id: z.string(), text: z.string() }), z.object({ accepted: z.boolean() })),
  'message.unqueue': call(z.object({ ...session, id: z.string() }), z.object({ accepted: z.boolean() })),

  /** `consumed` is true when the words went along as the answer to a waiting plan: the composer then clears itself. */
  'mode.set': call(z.object({ ...session, mode: Mode, ...words }), z.object({ consumed: z.boolean() })),
  'draft.save': call(z.object({ ...session, draft: Draft }), nothing),
  /** Keeps a dropped or pasted file (base64) for the session and answers with its path. */
  'attachment.save': call(
    z.object({ ...session, name: z.string(), bytes: z.string().max(MAX_ATTACHMENT_BASE64) }),
    z.object({ path: z.string() }),
  ),

  /** Lets a running command go on in the background: the turn continues with the output so far. */
  'command.detach': call(z.object({ ...session, terminalId: z.string() }), z.object({ accepted: z.boolean() })),
  /** Ends a command with all it started. `accepted` is false when nothing was left of it. */
  'job.stop': call(z.object({ ...session, terminalId: z.string() }), z.object({ accepted: z.boolean() })),
  /** Types into a running command, keys as a terminal sends them. `accepted` is false when it has exited. */
  'terminal.input': call(
    z.object({ ...session, terminalId: z.string(), data: z.string().min(1).max(MAX_TYPED) }),
    z.object({ accepted: z.boolean() }),
  ),
  /** Ends one subagent with all it started. `accepted` is false when it does not run any more. */
  'subagent.stop': call(subagent, z.object({ accepted: z.boolean() })),
  /** The log of one subagent as it stands after its change `seq`; from then on `subagent.row` tells what changes in it, until it is closed. */
  'subagent.open': call(subagent, z.object({ rows: z.array(ClineMessage), seq: z.number().int() })),
  'subagent.close': call(subagent, nothing),
  /** What commands start from, and where each part of PATH came from. */
  'environment.read': call(nothing, EnvironmentReport),
  /** All that a screen has shown so far (with its control sequences), then `terminal.data` from `offset` on. */
  'terminal.open': call(
    z.object({ terminalId: z.string() }),
    z.object({ data: z.string(), offset: z.number().int(), cols: z.number().int(), rows: z.number().int() }),
  ),

  /** A picture of a page, by the name that a row of the session's task has for it. `null` when it is kept no longer. */
  'browser.picture': call(z.object({ ...session, name: z.string().max(100) }), z.object({ image: z.string().nullable() })),
  /** Which browser would be used now. */
  'browser.check': call(nothing, BrowserCheck),

  /** What the session's task changed, with how each file stands now. Asked for anew when `changesRevision` is another. */
  'changes.list': call(z.object(session), z.array(TaskChange)),
  'changes.diff': call(z.object({ ...session, id: z.string() }), z.object({ diff: z.string() })),
  'changes.preview': call(z.object({ ...session, id: z.string() }), UndoPreview),
  /** Undoes each change, or makes it again when it is undone. `overwrite` gives up what others changed in the same place since. */
  'changes.toggle': call(z.object({ ...session, ids: z.array(z.string()), overwrite: z.boolean() }), z.array(UndoOutcome)),

  /** What the session's folder brings, with how each item stands. Nothing of it runs for that. */
  'trust.survey': call(z.object(session), FolderTrust),
  /** About items exactly as they were shown. */
  'trust.decide': call(z.object({ ...session, decision: z.enum(['trusted', 'refused']), items: z.array(TrustedItem).max(2_000) }), nothing),
  /** All hooks there are; without a session those of the person alone. */
  'hooks.list': call(z.object({ sessionId: z.string().optional() }), z.array(HookInfo)),
  /** Runs one script with an input as it might come. */
  'hook.tryOut': call(z.object({ sessionId: z.string().optional(), name: HookName, path: z.string() }), DryRun),
  /** Makes a script of the person's own that does nothing yet, and says where it lies. Refused when there is one of that name. */
  'hook.create': call(z.object({ name: HookName }), z.object({ path: z.string() })),
  /** Ends the scripts of a row. `accepted` is false when they had ended. */
  'hook.stop': call(z.object({ ...session, ts: z.number().int(), subagent: SubagentKey.optional() }), z.object({ accepted: z.boolean() })),
  'skills.list': call(z.object({ sessionId: z.string().optional() }), z.array(SkillInfo)),
  'agents.list': call(nothing, AgentList),

  /** False when there is no such rule any more. */
  'rule.revoke': call(z.object({ id: z.string() }), z.object({ accepted: z.boolean() })),
  /** A rule that a person writes down on the page of rules, for every project. Only such that make things stricter. */
  'rule.add': call(z.object({ decision: z.enum(['ask', 'deny']), words: z.array(z.string()) }), nothing),

  /** The view of MCP servers is open: from now on their list is told. */
  'mcp.open': call(nothing, z.object({ settingsPath: z.string() })),
  /** Null when there is no such server. Asked for anew when its `revision` is another. */
  'mcp.details': call(z.object({ name: z.string() }), McpDetails.nullable()),
  /** The end of what a server printed and of what was noticed of it; null when there is no such server. Asked for anew when its `logRevision` is another. */
  'mcp.log': call(z.object({ name: z.string() }), z.string().nullable()),
  'mcp.add': call(z.object({ name: z.string(), entry: McpEntry }), nothing),
  'mcp.remove': call(z.object({ name: z.string() }), nothing),
  /** Agrees to the launch that was shown, and starts it. False when it is another by now: then it is to be shown anew. */
  'mcp.approve': call(z.object({ name: z.string(), launchId: z.string(), allowPrivate: z.boolean() }), z.object({ accepted: z.boolean() })),
  /** `timeout` in seconds, for each call. */
  'mcp.set': call(z.object({ name: z.string(), disabled: z.boolean().optional(), timeout: z.number().min(1).optional() }), nothing),
  /** Offers a tool to models or not, and lets it run without a question as it is now. `hash`: only if it is still the tool that was shown. */
  'mcp.tool': call(
    z.object({
      name: z.string(),
      tool: z.string(),
      enabled: z.boolean().optional(),
      autoApprove: z.boolean().optional(),
      hash: z.string().optional(),
    }),
    nothing,
  ),
  /** What a prompt of a server says with these arguments, marked as its words: for the person to read before they send it. */
  'mcp.prompt': call(
    z.object({ name: z.string(), prompt: z.string(), args: z.record(z.string(), z.string().max(100_000)) }),
    z.object({ text: z.string() }),
  ),
  'mcp.restart': call(z.object({ name: z.string() }), nothing),
  'mcp.stop': call(z.object({ name: z.string() }), nothing),
  /** Signs in to a server in the person's browser; resolves when that is over. */
  'mcp.signIn': call(z.object({ name: z.string() }), nothing),
  'mcp.signOut': call(z.object({ name: z.string() }), nothing),
  /** `problem` when the server does not take it: the form stays. */
  'mcp.answerForm': call(
    z.object({ id: z.string(), action: z.enum(['accept', 'decline', 'cancel']), content: z.record(z.string(), McpFormValue) }),
    z.object({ accepted: z.boolean(), problem: z.string().optional() }),
  ),

  /** Opens an http(s) address in the person's browser, after they were asked in the window. */
  'link.open': call(z.object({ url: z.string() }), nothing),
  /** Shows a file of the current task in the system's file manager. */
  'file.reveal': call(z.object({ ...session, path: z.string() }), nothing),
  'notice.dismiss': call(z.object({ id: z.string() }), nothing),
} as const

/** Main tells, the window listens. */
export const pushes = {
  /** `seq` rises by one. A gap means something was missed: the window asks for a snapshot. */
  state: z.object({ seq: z.number().int(), ops: z.array(StateOp) }),
  /** `offset` counts the characters of this screen before `data`. */
  'terminal.data': z.object({ terminalId: z.string(), offset: z.number().int(), data: z.string() }),
  /** A change of a log that the window has opened. `seq` counts the changes of this log. */
  'subagent.row': subagent.extend({ seq: z.number().int(), op: StateOp }),
  /** A command of the application menu, by the name the palette uses. */
  'app.command': z.object({ command: z.string() }),
} as const

export type CallName = keyof typeof calls
export type CallInput<Name extends CallName> = z.infer<(typeof calls)[Name]['input']>
export type CallOutput<Name extends CallName> = z.infer<(typeof calls)[Name]['output']>
export type PushName = keyof typeof pushes
export type Push<Name extends PushName> = z.infer<(typeof pushes)[Name]>

/** `code` is stable, `message` is for people. */
export const IpcError = z.object({
  code: z.enum(['bad_input', 'not_found', 'refused', 'failed']),
  message: z.string(),
  detail: z.string().optional(),
})
export type IpcError = z.infer<typeof IpcError>

export interface Bridge {
  invoke<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Result<CallOutput<Name>, IpcError>>
  on<Name extends PushName>(name: Name, listener: (payload: Push<Name>) => void): () => void
}

export type Handlers = { readonly [Name in CallName]: (input: CallInput<Name>) => Promise<CallOutput<Name>> | CallOutput<Name> }
