import { imageSize } from 'image-size'
import type { ScaledImage, ScaleJob, Unreadable } from './reading-jobs'

/** So many pixels take 200 MB each of the three times that they are in memory while they are worked on. */
const MAX_PIXELS = 50_000_000
const JPEG_QUALITY = 85
/** Tried one after another until the picture is small enough, in parts of the wanted edge. */
const SHRINK = [1, 0.75, 0.5, 0.25]

const MEDIA_TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' }

/** An image as models take it: as it is when it is small enough, else scaled down. */
export async function scaleImage({ bytes, maxEdge, maxBytes }: ScaleJob): Promise<ScaledImage | Unreadable> {
  const found = measure(bytes)
  if (!found) return { kind: 'unreadable', reason: 'is a damaged picture: its size cannot be told' }
  const { mediaType, turns, ...original } = found
  if (Math.max(original.width, original.height) <= maxEdge && bytes.length <= maxBytes)
    return { kind: 'image', bytes, mediaType, ...original, original }
  if (original.width * original.height > MAX_PIXELS)
    return {
      kind: 'unreadable',
      reason: `is a picture of ${original.width} × ${original.height} pixels, more than can be scaled down here`,
    }
  const scaled = await shrink(bytes, { mediaType, turns, maxEdge, maxBytes })
  return scaled ? { ...scaled, original } : { kind: 'unreadable', reason: 'is a damaged picture that cannot be decoded' }
}

interface Measured {
  readonly width: number
  readonly height: number
  readonly mediaType: string
  /** Degrees clockwise by which a camera says that it was held. */
  readonly turns: number
}

const TURNS: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 }

function measure(bytes: Uint8Array): Measured | undefined {
  try {
    const { width, height, type, orientation } = imageSize(bytes)
    const mediaType = MEDIA_TYPES[type ?? '']
    return mediaType === undefined || width < 1 || height < 1
      ? undefined
      : { width, height, mediaType, turns: TURNS[orientation ?? 1] ?? 0 }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return undefined
  }
}

interface Wanted {
  readonly mediaType: string
  readonly turns: number
  readonly maxEdge: number
  readonly maxBytes: number
}

async function shrink(bytes: Uint8Array, wanted: Wanted): Promise<Omit<ScaledImage, 'original'> | undefined> {
  const { PhotonImage, resize, SamplingFilter } = await import('@silvia-odwyer/photon-node')
  try {
    const whole = PhotonImage.new_from_byteslice(bytes)
    for (const part of SHRINK) {
      const share = Math.min(1, (wanted.maxEdge * part) / Math.max(whole.get_width(), whole.get_height()))
      const width = Math.max(1, Math.round(whole.get_width() * share))
      const height = Math.max(1, Math.round(whole.get_height() * share))
      const small = resize(whole, width, height, SamplingFilter.Triangle)
      const turned = turnPixels({ pixels: small.get_raw_pixels(), width, height }, wanted.turns)
      const upright = wanted.turns === 0 ? small : new PhotonImage(turned.pixels, turned.width, turned.height)
      const made = encode(upright, wanted)
      if (made) return { kind: 'image', ...made, width: upright.get_width(), height: upright.get_height() }
    }
    return undefined
  } catch {
    // The decoder is a program of its own: on bytes that it cannot take it stops with whatever error it has.
    return undefined
  }
}

interface Pixels {
  /** Four bytes each, row by row. */
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}

/** Turns a picture clockwise by 0, 90, 180 or 270 degrees. */
function turnPixels({ pixels, width, height }: Pixels, degrees: number): Pixels {
  if (degrees === 0) return { pixels, width, height }
  const from = new Uint32Array(pixels.slice().buffer)
  const to = new Uint32Array(from.length)
  const isSideways = degrees !== 180
  const columns = isSideways ? height : width
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const column = degrees === 90 ? height - 1 - y : degrees === 180 ? width - 1 - x : y
      const row = degrees === 90 ? x : degrees === 180 ? height - 1 - y : width - 1 - x
      to[row * columns + column] = from[y * width + x] ?? 0
    }
  }
  return { pixels: new Uint8Array(to.buffer), width: columns, height: isSideways ? width : height }
}

interface Encodes {
  get_bytes(): Uint8Array
  get_bytes_jpeg(quality: number): Uint8Array
}

/** Photographs as JPEG, all else as PNG while that is small enough. */
function encode(image: Encodes, { mediaType, maxBytes }: Wanted): { bytes: Uint8Array<ArrayBuffer>; mediaType: string } | undefined {
  if (mediaType !== 'image/jpeg') {
    const png = Uint8Array.from(image.get_bytes())
    if (png.length <= maxBytes) return { bytes: png, mediaType: 'image/png' }
  }
  const jpeg = Uint8Array.from(image.get_bytes_jpeg(JPEG_QUALITY))
  return jpeg.length <= maxBytes ? { bytes: jpeg, mediaType: 'image/jpeg' } : undefined
}
