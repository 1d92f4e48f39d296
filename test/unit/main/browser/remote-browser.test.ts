import { expect, it } from 'vitest'
import { findRemote } from '../../../../main/browser/remote-browser'
import { servePages } from '../../../support/page-server'

it('says in one sentence how to go on where what answers is no browser', async () => {
  const answers = ['{}', '<html>', '{"webSocketDebuggerUrl":"no address"}']
  let asked = 0
  const server = await servePages({ '/json/version': (_, response) => response.end(answers[asked++]) })
  try {
    for (const answer of answers) {
      const found = await findRemote(server.url('/'))
      expect([answer, found]).toEqual([
        answer,
        { ok: false, error: expect.stringMatching(/^No browser answers at [^\n]+ under Browser\.$/) },
      ])
    }
  } finally {
    await server.close()
  }
})
