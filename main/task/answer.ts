import { assertNever } from '../../shared/assert-never'
import type { AssistantBlock, ToolCallBlock } from '../providers/conversation'
import type { ApiStreamEvent, StopReason } from '../providers/provider'
import { createToolJson, type ToolJson } from '../providers/stream-tool-json'
import type { PartialCard } from '../tools/tool-handler'
import { Drafts } from './drafts'
import type { MessageState } from './message-state'

export interface RequestUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheWriteTokens: number
  readonly cacheReadTokens: number
  readonly totalCost?: number
}

interface StreamingCall {
  readonly id: string
  readonly name: string
  readonly json: ToolJson
}

type Streaming =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly ts: number; text: string }
  | { readonly kind: 'reasoning'; readonly ts: number; text: string }
  | { readonly kind: 'call'; readonly call: StreamingCall }

/** How often a call that streams is drawn anew, in ms. */
const DRAW_MS = 40

export type DrawPartial = (name: string, callId: string, input: Readonly<Record<string, unknown>>) => PartialCard | undefined

/** Gathers one answer while it streams and draws it as it grows. Keeps what arrived if the rest never does. */
export class Answer {
  readonly blocks: AssistantBlock[] = []
  readonly drafts: Drafts
  usage: RequestUsage | undefined
  end: { readonly stopReason: StopReason; readonly rawReason: string; readonly requestId?: string } | undefined
  /** True once anything of this answer could be seen. */
  shown = false
  private now: Streaming = { kind: 'none' }
  private timer: NodeJS.Timeout | undefined
  private readonly rows: MessageState
  private readonly drawPartial: DrawPartial

  constructor(rows: MessageState, drawPartial: DrawPartial) {
    this.rows = rows
    this.drawPartial = drawPartial
    this.drafts = new Drafts(rows)
  }

  take(event: ApiStreamEvent): void {
    switch (event.type) {
      case 'text':
        return this.takeText(event.text)
      case 'reasoning':
        return this.takeReasoning(event.text)
      case 'reasoning_end':
        return this.endReasoning(event.signature, event.redacted)
      case 'tool_call_start':
        this.close()
        this.now = { kind: 'call', call: { id: event.id, name: event.name, json: createToolJson() } }
        return this.scheduleDraw()
      case 'tool_call_delta':
        if (this.now.kind === 'call') this.now.call.json.feed(event.json)
        return this.scheduleDraw()
      case 'tool_call_end':
        return this.close(true)
      case 'usage':
        this.usage = { cacheWriteTokens: 0, cacheReadTokens: 0, ...event }
        return
      case 'end':
        this.end = event
        return
      default:
        return assertNever(event)
    }
  }

  /** Ends what still streams. A call that did not end keeps no input: it never runs. */
  finish(): void {
    this.close()
  }

  get calls(): readonly ToolCallBlock[] {
    return this.blocks.filter((block) => block.type === 'tool_call')
  }

  get isEmpty(): boolean {
    return !this.blocks.some((block) => block.type === 'tool_call' || (block.type === 'text' && block.text.trim() !== ''))
  }

  private takeText(text: string): void {
    if (text === '') return
    this.shown = true
    if (this.now.kind !== 'text') {
      this.close()
      this.now = { kind: 'text', ts: this.rows.say({ say: 'text', text: '', partial: true }), text: '' }
    }
    this.now.text += text
    this.rows.append(this.now.ts, 'text', text)
  }

  private takeReasoning(text: string): void {
    if (text === '') return
    if (this.now.kind !== 'reasoning') {
      this.close()
      this.now = { kind: 'reasoning', ts: this.rows.say({ say: 'reasoning', reasoning: '', partial: true }), text: '' }
    }
    this.now.text += text
    this.rows.append(this.now.ts, 'reasoning', text)
  }

  private endReasoning(signature: string | undefined, redacted: string | undefined): void {
    const text = this.now.kind === 'reasoning' ? this.now.text : ''
    if (this.now.kind === 'reasoning') this.rows.patch(this.now.ts, { partial: null })
    if (this.now.kind === 'reasoning') this.now = { kind: 'none' }
    this.blocks.push({
      type: 'reasoning',
      text,
      ...(signature === undefined ? {} : { signature }),
      ...(redacted === undefined ? {} : { redacted }),
    })
  }

  private close(whole = false): void {
    const ended = this.now
    this.now = { kind: 'none' }
    clearTimeout(this.timer)
    this.timer = undefined
    if (ended.kind === 'text') {
      this.rows.patch(ended.ts, { partial: null })
      this.blocks.push({ type: 'text', text: ended.text })
    } else if (ended.kind === 'reasoning') {
      this.rows.patch(ended.ts, { partial: null })
      this.blocks.push({ type: 'reasoning', text: ended.text })
    } else if (ended.kind === 'call') {
      this.draw(ended.call)
      this.blocks.push({ type: 'tool_call', id: ended.call.id, name: ended.call.name, input: whole ? ended.call.json.finish() : undefined })
    }
  }

  private scheduleDraw(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      if (this.now.kind === 'call') this.draw(this.now.call)
    }, DRAW_MS)
  }

  private draw(call: StreamingCall): void {
    const card = this.drawPartial(call.name, call.id, call.json.partial())
    if (!card) return
    this.shown = true
    this.drafts.draw(call.id, card)
  }
}
