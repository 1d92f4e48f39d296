import { describe, expect, it } from 'vitest'
import { createServices } from '../../../../main/services'
import { startClineApi } from '../../../support/cline-api/cline-api-server'
import { request } from '../../../support/model-server/ask-model'
import { tempFolder } from '../../../support/temp-folder'

describe('the key and the address that a command line names', () => {
  it.each(['anthropic', 'cline'] as const)('are for its provider, and nothing to %s in the other mode', async (other) => {
    const [planned, acting] = [await startClineApi(), await startClineApi()]
    const cwd = await tempFolder()
    const services = await createServices({
      dataDir: await tempFolder(),
      home: cwd,
      env: { CLINE_API_BASE_URL: acting.url },
      onNotice: () => undefined,
      model: { providerId: 'openai', apiKey: 'key-of-the-command-line', baseUrl: planned.url },
    })
    services.settings.override({
      planActSeparateModelsSetting: true,
      apiConfiguration: {
        planModeApiProvider: 'openai',
        planModeApiModelId: 'm',
        actModeApiProvider: other,
        actModeApiModelId: 'm',
        anthropicBaseUrl: acting.url,
      },
    })
    const ask = async (mode: 'plan' | 'act') => {
      const handler = await services.controller.createHandler(mode, cwd)
      const events = handler.createMessage(request(), new AbortController().signal)
      await events[Symbol.asyncIterator]().next()
    }
    for (const mode of ['act', 'plan'] as const) await expect(ask(mode)).rejects.toThrow()
    expect(planned.requests.map((sent) => sent.header('authorization'))).toEqual(['Bearer key-of-the-command-line'])
    expect(acting.requests).toEqual([])
    expect(services.account.auth.state).toEqual({ kind: 'signed_out' })
    await services.mcp.dispose()
    await services.flush()
  })
})
