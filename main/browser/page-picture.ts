import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession, Protocol } from 'puppeteer-core'

export interface PagePicture {
  readonly bytes: Buffer
  readonly mediaType: 'image/webp' | 'image/png' | 'image/jpeg'
  /** In pixels: those of the viewport, one to one, so that what is aimed at in the picture is what a click hits. */
  readonly width: number
  readonly height: number
}

export interface PictureWish {
  /** Some models do not take it. */
  readonly webp: boolean
  readonly viewport: { readonly width: number; readonly height: number }
}

/** A picture counts in every later request, and models refuse large ones. */
const MAX_BYTES = 700_000

type Encoding = Readonly<Pick<Protocol.Page.CaptureScreenshotRequest, 'quality'>> & { readonly format: 'webp' | 'png' | 'jpeg' }
/** Tried after the usual one until the picture is small enough; the last is taken as it is. `quality` is in per cent. */
const SMALLER: readonly Encoding[] = [80, 40, 10].map((quality) => ({ format: 'jpeg', quality }))
const WEBP: Encoding = { format: 'webp', quality: 80 }
const PNG: Encoding = { format: 'png' }

const TRIES = 5
const RETRY_MS = 200

/** What can be seen of the page now; never more than the viewport, however long the page is, and never less. */
export async function takePicture(protocol: CDPSession, { webp, viewport }: PictureWish): Promise<PagePicture> {
  const size = { width: viewport.width, height: viewport.height }
  const take = async (encoding: Encoding): Promise<PagePicture> => ({
    bytes: await capture(protocol, { ...encoding, captureBeyondViewport: false }),
    mediaType: `image/${encoding.format}`,
    ...size,
  })
  let picture = await take(webp ? WEBP : PNG)
  for (const encoding of SMALLER) {
    if (picture.bytes.length <= MAX_BYTES) break
    picture = await take(encoding)
  }
  return picture
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
