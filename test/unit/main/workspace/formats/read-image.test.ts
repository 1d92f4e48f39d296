import { describe, expect, it } from 'vitest'
import type { FilesPort } from '../../../../../main/tools/task-config'
import { createFiles } from '../../../../../main/workspace/files'
import { makePng, pngHead } from '../../../../support/sample-documents'
import { tempWorkspace } from '../../../../support/temp-workspace'

const signal = new AbortController().signal

async function read(bytes: Uint8Array) {
  const files: FilesPort = createFiles(await tempWorkspace({ 'a.png': bytes }))
  const found = await files.readImage(await files.resolve('a.png'), signal)
  return found.ok ? found.value : found.error
}

describe('reading a picture', () => {
  it('gives a small one as it is', async () => {
    const png = makePng(20, 10)
    expect(await read(png)).toMatchObject({ mediaType: 'image/png', data: png.toString('base64'), width: 20, height: 10 })
  })

  it('scales down one that has too many pixels', async () => {
    const found = await read(makePng(4000, 1000))
    expect(found).toMatchObject({ mediaType: 'image/png', width: 2000, height: 500, original: { width: 4000, height: 1000 } })
    expect('data' in found && Buffer.from(found.data, 'base64').subarray(1, 4).toString()).toBe('PNG')
  })

  it('makes one that has too many bytes small enough', async () => {
    const png = makePng(1900, 1900, true)
    expect(png.length).toBeGreaterThan(3_700_000)
    const found = await read(png)
    expect(found).toMatchObject({ mediaType: 'image/jpeg' })
    expect('data' in found && (found.data.length * 3) / 4).toBeLessThanOrEqual(3_700_000)
  }, 60_000)

  it('turns a photograph as the camera was held', async () => {
    const { PhotonImage } = await import('@silvia-odwyer/photon-node')
    const jpeg = Buffer.from(PhotonImage.new_from_byteslice(makePng(2400, 1200)).get_bytes_jpeg(90))
    const exif = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000600000000000000', 'hex')
    const turned = await read(Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]))
    expect(turned).toMatchObject({ mediaType: 'image/jpeg', width: 1000, height: 2000 })
  })

  it('refuses one that would fill the memory, and one that is damaged', async () => {
    expect(await read(pngHead(40_000, 40_000))).toMatchObject({
      code: 'failed',
      message: expect.stringContaining('40000 × 40000 pixels, more than'),
    })
    expect(await read(pngHead(3000, 3000))).toMatchObject({ message: 'a.png is a damaged picture that cannot be decoded.' })
    expect(await read(Buffer.from('\x89PNG\r\n\x1a\nno', 'latin1'))).toMatchObject({
      message: 'a.png is a damaged picture: its size cannot be told.',
    })
  })
})
