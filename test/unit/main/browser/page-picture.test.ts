import { imageSize } from 'image-size'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultBrowserSettings } from '../../../../shared/browser'
import { look, open, openBrowser, wish } from '../../../support/open-browser'
import { type PageServer, servePages } from '../../../support/page-server'

let server: PageServer
beforeAll(async () => {
  server = await servePages({
    // Noise is what no picture format makes small.
    '/': `<body style="margin:0;overflow:hidden"><canvas width=1300 height=1100></canvas>
      <script>
        const canvas = document.querySelector('canvas').getContext('2d', { alpha: false })
        const noise = canvas.createImageData(1300, 1100)
        for (let at = 0; at < noise.data.length; at += 65536) crypto.getRandomValues(noise.data.subarray(at, at + 65536))
        canvas.putImageData(noise, 0, 0)
        addEventListener('click', ({ clientX, clientY }) => console.log(clientX + ',' + clientY))
      </script>`,
  })
})
afterAll(() => server.close())

it.each([
  { webp: true, viewport: { width: 900, height: 600 } },
  { webp: false, viewport: { width: 1280, height: 800 } },
])(
  'of a page that is hard to draw small a picture is as large as its view (webp: $webp)',
  { timeout: 60_000 },
  async ({ webp, viewport }) => {
    const opened = await openBrowser()
    opened.settings = { ...defaultBrowserSettings, viewport }
    const { picture } = await look(open(opened.browser, server.url('/'), { ...wish, webp }))
    const bytes = Buffer.from(picture.data, 'base64')
    const { width, height, type } = imageSize(bytes)
    expect({ width, height }).toEqual(viewport)
    expect(picture).toMatchObject({ ...viewport, mediaType: 'image/jpeg' })
    expect(type).toBe('jpg')
    expect(bytes.length).toBeLessThan(700_000)
    expect((await opened.browser.picture(picture.name)) === `data:image/jpeg;base64,${picture.data}`).toBe(true)
    // What is aimed at in the picture is what is hit.
    const corner = { x: viewport.width - 10, y: viewport.height - 10 }
    const clicked = await look(opened.browser.act({ kind: 'click', at: corner }, { ...wish, webp }))
    expect(clicked).toMatchObject({ logs: `[log] ${corner.x},${corner.y}`, mouse: corner, picture: viewport })
  },
)
