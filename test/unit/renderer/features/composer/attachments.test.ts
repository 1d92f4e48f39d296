// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { type AttachmentTools, MAX_ATTACHMENTS, MAX_FILE_BYTES, attach } from '../../../../../renderer/features/composer/attachments'
import { emptyDraft } from '../../../../../shared/extension-state'

const picture = (name: string, type = 'image/png') => new File(['x'], name, { type })
const text = (name: string) => new File(['hello'], name, { type: 'text/plain' })
const tools: AttachmentTools = {
  readImage: async (file) => (file.name.startsWith('broken') ? undefined : `data:${file.type};base64,eA==`),
  saveFile: async (name) => `/kept/${name}`,
}

describe('attaching', () => {
  it('takes pictures as they are seen and other files by their path', async () => {
    const given = [picture('a.png'), picture('b.gif', 'image/gif'), text('c.txt'), picture('d.svg', 'image/svg+xml')]
    expect(await attach(given, emptyDraft, tools)).toEqual({
      images: ['data:image/png;base64,eA==', 'data:image/gif;base64,eA=='],
      files: ['/kept/c.txt', '/kept/d.svg'],
      problems: [],
    })
  })

  it('says what could not be read', async () => {
    const { images, problems } = await attach([picture('broken.png')], emptyDraft, tools)
    expect(images).toEqual([])
    expect(problems).toEqual(['broken.png could not be read as a picture. Try a PNG or JPEG of it.'])
  })

  it('refuses a file that is too large without reading it', async () => {
    const large = text('large.bin')
    Object.defineProperty(large, 'size', { value: MAX_FILE_BYTES + 1 })
    const { files, problems } = await attach([large], emptyDraft, tools)
    expect(files).toEqual([])
    expect(problems).toEqual(['large.bin is larger than 10 MB. Attach a smaller file, or name its path in the message.'])
  })

  it('takes no more than a message may have, and says how many were left out', async () => {
    const draft = { ...emptyDraft, files: Array.from({ length: MAX_ATTACHMENTS - 1 }, (_, index) => `/${index}`) }
    const { files, problems } = await attach([text('a'), text('b'), text('c')], draft, tools)
    expect(files).toEqual(['/kept/a'])
    expect(problems).toEqual(['A message takes at most 20 attachments. 2 were left out.'])
  })

  it('is silent about what main has said already', async () => {
    const outcome = await attach([text('a')], emptyDraft, { ...tools, saveFile: async () => undefined })
    expect(outcome).toEqual({ images: [], files: [], problems: [] })
  })
})
