import { describe, expect, it } from 'vitest'
import { Sessions } from '../../../../main/controller/sessions'
import { createServices } from '../../../../main/services'
import { tempFolder } from '../../../support/temp-folder'

describe('ending all sessions', () => {
  it('ends each of them although one fails, and says so afterwards', async () => {
    const services = await createServices({ dataDir: await tempFolder(), onNotice: () => undefined })
    const ignore = () => undefined
    const news = { keys: ignore, row: ignore, terminal: ignore, subagent: ignore, switched: ignore, changed: ignore, waits: ignore }
    const sessions = new Sessions(services.controller, news)
    const cwd = await tempFolder()
    const ended: string[] = []
    for (const name of ['first', 'second', 'third']) {
      const session = sessions.add({ sessionId: name, cwd })
      // One turn later than the failure, so that whoever does not wait has not seen it.
      session.dispose = async () => {
        if (name === 'first') throw new Error('The disk is gone.')
        await new Promise(setImmediate)
        ended.push(name)
      }
    }
    await expect(sessions.dispose()).rejects.toThrow('The disk is gone.')
    expect(ended).toEqual(['second', 'third'])
  })
})
