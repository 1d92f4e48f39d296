import { readDataUrl } from './attachments'

/** Models look at no more than this many pixels a side; more is only paid for. */
const MAX_SIDE_PIXELS = 2_000
const MAX_IMAGE_BYTES = 3_500_000

/** A picture as a data URL: as it is where it is small enough, else drawn anew, smaller. */
export async function readImage(file: File): Promise<string | undefined> {
  const picture = await decode(file)
  if (!picture) return undefined
  const longest = Math.max(picture.width, picture.height)
  if (longest <= MAX_SIDE_PIXELS && file.size <= MAX_IMAGE_BYTES) return readDataUrl(file)
  const scale = Math.min(1, MAX_SIDE_PIXELS / longest)
  return redraw(picture, scale, file.type === 'image/png' && file.size <= MAX_IMAGE_BYTES ? 'image/png' : 'image/jpeg')
}

async function decode(file: File): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file)
  } catch (cause) {
    // Not a picture, whatever its name says. Everything else is a bug.
    if (cause instanceof DOMException) return undefined
    throw cause
  }
}

async function redraw(picture: ImageBitmap, scale: number, type: string): Promise<string | undefined> {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  if (type === 'image/jpeg') {
    // JPEG has no transparency: what was clear becomes paper, not black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return readDataUrl(await canvas.convertToBlob({ type, quality: 0.9 }))
}
