import type { HookStatus } from '../../shared/hooks'
import { type AppendField, type AppendValue, type ClineMessage, type ClineSayMessage, isCallRow } from '../../shared/messages'
import { assertNever } from '../../shared/assert-never'
import { askCard, errorLines } from './ask-card'
import { Calls } from './calls'
import type { HeadlessEvent, Output } from './events'
import { createPaint, type Paint } from './paint'
import { runSummary } from './run-summary'
import { Screen, type ScreenTarget } from './screen'
import { Speech, speechKind, speechOf } from './speech'
import { asOneSentence, onOneLine, visible } from './visible-text'

export interface TextTarget extends ScreenTarget {
  readonly colour: boolean
  /** A person answers on this very screen, so what they type stands there already. */
  readonly isAnsweredHere?: boolean
  /** The command line that goes on with a task; a limit that ended it is named by its code. */
  readonly resumeCommand?: (taskId: string, endedBy: string | undefined) => string
}

/** Tells a run to a person, as it happens. */
export const createTextOutput = (out: TextTarget): Output => new TextOutput(out)

class TextOutput implements Output {
  private readonly paint: Paint
  private readonly screen: Screen
  private readonly calls: Calls
  private readonly speeches = new Map<number, Speech>()
  private readonly isAnsweredHere: boolean
  private readonly resumeCommand: (taskId: string, endedBy: string | undefined) => string
  /** Why a request was tried again last: what stands above its countdown is told once. */
  private told: { readonly ts: number; readonly reason: string } | undefined

  constructor(out: TextTarget) {
    this.paint = createPaint(out.colour && out.isTTY)
    this.screen = new Screen(out, this.paint.dim)
    this.calls = new Calls(this.screen, this.paint)
    this.isAnsweredHere = out.isAnsweredHere ?? false
    this.resumeCommand = out.resumeCommand ?? ((taskId) => `resume ${taskId}`)
  }

  tell(event: HeadlessEvent): void {
    switch (event.type) {
      case 'task':
        return this.tellTask(event)
      case 'message':
        return this.tellMessage(event.message)
      case 'delta':
        return this.tellDelta(event.ts, event.field, event.append)
      case 'ask':
        return this.tellAsk(event.message)
      case 'usage':
        return
      case 'notice':
        return this.tellNotice(event)
      case 'result':
        return this.screen.line(runSummary(event, this.paint, this.resumeCommand), 'summary')
      default:
        return assertNever(event)
    }
  }

  private tellTask({ taskId, cwd, provider, model, mode, resumed }: Extract<HeadlessEvent, { type: 'task' }>): void {
    this.calls.cwd = cwd
    const facts = [`${resumed ? 'Resumed task' : 'Task'} ${taskId}`, `${provider}/${onOneLine(model)}`, `${mode} mode`, onOneLine(cwd)]
    this.screen.line(this.paint.dim(facts.join(' · ')), 'notes')
  }

  private tellMessage(row: ClineMessage): void {
    const kind = speechKind(row)
    if (kind) {
      const speech = this.speeches.get(row.ts) ?? new Speech(kind, this.screen, this.paint)
      if (!row.partial) {
        this.speeches.delete(row.ts)
        return speech.finish(speechOf(row))
      }
      this.speeches.set(row.ts, speech)
      return speech.add(speechOf(row))
    }
    if (isCallRow(row)) return this.calls.tell(row)
    if (row.type === 'say') this.tellSay(row)
    // Other asks are shown when they are open. Whoever asks then finds a line of their own.
    else this.screen.endLine()
  }

  private tellSay(row: ClineSayMessage): void {
    switch (row.say) {
      case 'task':
        return this.tellWords(row.text, 'notes')
      case 'user_feedback':
        return this.isAnsweredHere ? undefined : this.tellWords(row.text, 'notes')
      case 'command_output':
        return this.calls.tellOutput(row)
      case 'error':
        return this.screen.line(errorLines(row.data, this.paint), 'notes')
      case 'error_retry':
        return this.tellRetry(row)
      case 'hook_status':
        return row.partial ? undefined : this.screen.line(this.paint.dim(visible(hookWords(row.data))), 'notes')
      case 'info':
      case 'task_progress':
        return row.text?.trim() ? this.screen.line(this.paint.dim(visible(row.text.trim())), 'notes') : undefined
      default:
        return
    }
  }

  private tellDelta(ts: number, field: AppendField, append: AppendValue): void {
    const speech = this.speeches.get(ts)
    if (speech) speech.append(field, append)
    else this.calls.append(ts, field, append)
  }

  private tellAsk(message: ClineMessage): void {
    if (message.type !== 'ask') return
    const card = askCard(message, this.paint)
    const isQuestion = message.ask === 'followup' || message.ask === 'plan_mode_respond'
    if (card === '') this.screen.endLine()
    // The choices belong to the question that was just said.
    else this.screen.line(card, isQuestion ? 'speech' : 'notes')
    if (isCallRow(message)) this.calls.markShown(message)
  }

  private tellWords(text: string | undefined, paragraph: 'notes'): void {
    if (!text?.trim()) return
    const lines = visible(text.trim()).split('\n')
    this.screen.line(
      lines.map((line, index) => `${index === 0 ? this.paint.cyan('›') : ' '} ${this.paint.bold(line)}`).join('\n'),
      paragraph,
    )
  }

  /** On a terminal a countdown that goes when the next try begins; elsewhere one line. */
  private tellRetry({ ts, data: retry }: Extract<ClineSayMessage, { say: 'error_retry' }>): void {
    const reason = asOneSentence(retry.errorMessage)
    const countdown = (seconds: number): string => {
      const when = seconds > 0 ? `Trying again in ${seconds} s` : 'Trying again now'
      return `${when} (attempt ${retry.attempt + 1} of ${retry.maxAttempts}).`
    }
    const whole = `${reason} ${countdown(retry.delaySeconds)}`
    if (!this.screen.canShowStatus) return this.screen.line(whole, 'notes')
    const isLong = !this.screen.fits(whole)
    // One row stands for all tries of a request.
    if (isLong && !(this.told?.ts === ts && this.told.reason === reason)) this.screen.line(reason, 'notes')
    this.told = { ts, reason }
    const { resumeAt: dueAt } = retry
    this.screen.status(() => {
      const left = countdown(dueAt === undefined ? retry.delaySeconds : Math.max(0, Math.ceil((dueAt - Date.now()) / 1000)))
      return isLong ? left : `${reason} ${left}`
    })
  }

  private tellNotice({ level, code, text }: Extract<HeadlessEvent, { type: 'notice' }>): void {
    // The row of the retry says it better: it counts down.
    if (code === 'retry') return
    const paint = { info: this.paint.dim, warning: this.paint.yellow, error: this.paint.red }[level]
    this.screen.line(`${paint(`${level === 'info' ? 'note' : level}:`)} ${asOneSentence(text)}`, 'notes')
  }
}

const hookWords = ({ hookName, toolName, status, error }: HookStatus): string =>
  [`Hook ${hookName}`, ...(toolName === undefined ? [] : [`for ${toolName}`]), status].join(' ') +
  (error ? `: ${asOneSentence(error.message)}` : '')
