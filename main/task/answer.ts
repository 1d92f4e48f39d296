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
  /** Its place among the blocks: kept for it from its start on. */
  readonly index: number
}

type Streaming =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly ts: number; text: string }
  | { readonly kind: 'reasoning'; readonly ts: number; text: string }

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
  /** Several calls may stream side by side, and end together. */
  private readonly open = new Map<string, StreamingCall>()
  /** Those that grew since they were drawn. */
  private readonly grown = new Set<StreamingCall>()
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
        return this.beginCall(event.id, event.name)
      case 'tool_call_delta':
        return this.growCall(event.id, event.json)
      case 'tool_call_end':
        return this.endCall(event.id)
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
    for (const call of this.open.values()) this.draw(call)
    this.open.clear()
    this.stopDrawing()
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

  private beginCall(id: string, name: string): void {
    this.close()
    const call = { id, name, json: createToolJson(), index: this.blocks.length }
    this.blocks.push({ type: 'tool_call', id, name, input: undefined })
    this.open.set(id, call)
    this.scheduleDraw(call)
  }

  private growCall(id: string, json: string): void {
    const call = this.open.get(id)
    if (!call) return
    call.json.feed(json)
    this.scheduleDraw(call)
  }

  private endCall(id: string): void {
    const call = this.open.get(id)
    if (!call) return
    this.open.delete(id)
    this.draw(call)
    this.blocks[call.index] = { type: 'tool_call', id, name: call.name, input: call.json.finish() }
  }

  private close(): void {
    const ended = this.now
    this.now = { kind: 'none' }
    if (ended.kind === 'text') {
      this.rows.patch(ended.ts, { partial: null })
      this.blocks.push({ type: 'text', text: ended.text })
    } else if (ended.kind === 'reasoning') {
      this.rows.patch(ended.ts, { partial: null })
      this.blocks.push({ type: 'reasoning', text: ended.text })
    }
  }

  private scheduleDraw(call: StreamingCall): void {
    this.grown.add(call)
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      for (const each of this.grown) this.draw(each)
    }, DRAW_MS)
  }

  private stopDrawing(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.grown.clear()
  }

  private draw(call: StreamingCall): void {
    this.grown.delete(call)
    const card = this.drawPartial(call.name, call.id, call.json.partial())
    if (!card) return
    this.shown = true
    this.drafts.draw(call.id, card)
  }
}
