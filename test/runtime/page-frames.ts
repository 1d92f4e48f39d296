import { originOf } from './address'
import type { DevToolsSession } from './devtools'

/** A frame of a page, as WebFrameMain tells of it. There is one object for each frame as long as it lives. */
export interface FrameStandIn {
  url: string
  readonly origin: string
  readonly parent: FrameStandIn | null
}

export interface Frames {
  /** The frame whose isolated world this is. */
  frameOf(contextId: number): FrameStandIn | undefined
  /** The isolated world of the main frame, once the preload ran there. */
  preloadContext(): number | undefined
}

/** Follows the frames of a page and the isolated worlds of its preload. */
export function trackFrames(session: DevToolsSession, world: string, main: FrameStandIn, toAppUrl: (url: string) => string): Frames {
  const frames = new Map<string, FrameStandIn>()
  const contexts = new Map<number, string>()
  let mainId = ''

  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined) {
      if (mainId !== '') frames.delete(mainId)
      mainId = frame.id
      frames.set(frame.id, main)
    }
    const known = frames.get(frame.id) ?? createFrame(frames.get(frame.parentId ?? '') ?? main)
    frames.set(frame.id, known)
    known.url = toAppUrl(frame.url)
  })
  session.on('Page.frameDetached', ({ frameId, reason }) => {
    if (reason === 'remove') frames.delete(frameId)
  })
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const frameId: unknown = context.auxData?.frameId
    if (context.name === world && typeof frameId === 'string') contexts.set(context.id, frameId)
  })
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => contexts.delete(executionContextId))
  session.on('Runtime.executionContextsCleared', () => contexts.clear())

  const frameOf = (contextId: number): FrameStandIn | undefined => frames.get(contexts.get(contextId) ?? '')
  return { frameOf, preloadContext: () => [...contexts].findLast(([, frameId]) => frameId === mainId)?.[0] }
}

export const createFrame = (parent: FrameStandIn | null): FrameStandIn => ({
  url: 'about:blank',
  get origin() {
    return originOf(this.url)
  },
  parent,
})
