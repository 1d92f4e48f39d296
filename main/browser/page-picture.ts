import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession, Protocol } from 'puppeteer-core'

export interface PagePicture {
  readonly bytes: Buffer
  readonly mediaType: 'image/webp' | 'image/png'
  /** In pixels, as the bytes are. */
  readonly width: number
  readonly height: number
}

export interface PictureWish {
  /** Some models do not take it. */
  readonly webp: boolean
  readonly viewport: { readonly width: number; readonly height: number }
}

/** Quality of pictures with losses, in per cent. */
const WEBP_QUALITY = 80
/** A picture counts in every later request, and models refuse large ones. */
const MAX_BYTES = 700_000
/** Tried one after another until the picture is small enough. */
const SCALES = [1, 0.5, 0.25]

const TRIES = 5
const RETRY_MS = 200

/** What can be seen of the page now; never more than the viewport, however long the page is. */
export async function takePicture(protocol: CDPSession, { webp, viewport }: PictureWish): Promise<PagePicture> {
  const { cssVisualViewport } = await protocol.send('Page.getLayoutMetrics')
  const seen = { x: cssVisualViewport.pageX, y: cssVisualViewport.pageY, ...viewport }
  for (const scale of SCALES) {
    const bytes = await capture(protocol, {
      ...(webp ? { format: 'webp', quality: WEBP_QUALITY } : { format: 'png' }),
      ...(scale === 1 ? {} : { clip: { ...seen, scale } }),
      captureBeyondViewport: false,
    })
    if (bytes.length > MAX_BYTES && scale !== SCALES.at(-1)) continue
    const size = { width: Math.round(viewport.width * scale), height: Math.round(viewport.height * scale) }
    return { bytes, mediaType: webp ? 'image/webp' : 'image/png', ...size }
  }
  throw new Error('No picture of the page could be taken.')
}

/** While what draws starts anew, which a busy machine needs a moment for, there is nothing to be seen. */
async function capture(protocol: CDPSession, wish: Protocol.Page.CaptureScreenshotRequest): Promise<Buffer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return Buffer.from((await protocol.send('Page.captureScreenshot', wish)).data, 'base64')
    } catch (error) {
      if (tries === TRIES) throw error
      await delay(RETRY_MS)
    }
  }
}
