import { describe, expect, it } from 'vitest'
import { readComments } from '../../../../../main/tools/handlers/explanation-comments'
import { GenerateExplanationToolHandler } from '../../../../../main/tools/handlers/generate-explanation'
import type { TaskConfig } from '../../../../../main/tools/task-config'
import { testTool } from '../../../../support/tool-config'

const handler = new GenerateExplanationToolHandler()
const files = [{ path: 'a.ts', before: 'one\n', after: 'two\nthree\n' }]

async function explained(explain: Partial<TaskConfig['services']['explain']>) {
  const tool = await testTool()
  const services = { ...tool.config.services, explain: { ...tool.config.services.explain, ...explain } }
  const block = { name: handler.name, callId: 'c', input: { title: 'The change', from_ref: 'HEAD' } }
  const response = await handler.execute({ ...tool.config, services }, block)
  return { response, row: tool.rows.find((row) => row.type === 'say' && row.say === 'generate_explanation') }
}

describe('generate_explanation', () => {
  it('shows the comments that another request wrote on what changed', async () => {
    let asked = ''
    const { response, row } = await explained({
      changes: () => Promise.resolve({ ok: true, value: { files, leftOut: 0 } }),
      ask: ({ text }) => {
        asked = text
        return Promise.resolve('@@@ FILE: a.ts\n@@@ LINE: 2\nCounts on.\n@@@')
      },
    })
    expect(asked).toContain('1 two\n2 three')
    expect(row).toMatchObject({
      data: { status: 'complete', note: '1 comment on 1 file', comments: [{ path: 'a.ts', line: 2, text: 'Counts on.' }] },
    })
    expect(response).toMatchObject({ status: 'done', content: expect.stringContaining('1 comment on 1 file') })
  })

  it('shows each comment as soon as it is whole, and keeps those that came before the answer broke off', async () => {
    const shown: unknown[] = []
    const tool = await testTool()
    const comments = () => tool.rows.map((row) => (row.type === 'say' && row.say === 'generate_explanation' ? row.data.comments : []))
    const answer = '@@@ FILE: a.ts\n@@@ LINE: 1\nFirst.\n@@@\n@@@ FILE: a.ts\n@@@ LINE: 2\nSecond.\n@@@\n@@@ FILE: a.ts\n@@@ LINE: 3\nThi'
    const explain = {
      ...tool.config.services.explain,
      changes: () => Promise.resolve({ ok: true as const, value: { files, leftOut: 0 } }),
      ask: (_question: unknown, _signal: unknown, heard?: (answer: string) => void) => {
        for (let end = 1; end <= answer.length; end++) {
          heard?.(answer.slice(0, end))
          shown.push(comments()[0]?.length)
        }
        return Promise.reject(new Error('broken off'))
      },
    }
    const block = { name: handler.name, callId: 'c', input: { title: 'The change', from_ref: 'HEAD' } }
    const config = { ...tool.config, services: { ...tool.config.services, explain } }
    await expect(handler.execute(config, block)).rejects.toThrow('broken off')
    expect([...new Set(shown)]).toEqual([undefined, 1, 2])
    expect(shown.indexOf(1)).toBe(answer.indexOf('@@@\n@@@') + 3)
    const [row] = tool.rows
    expect(row).toMatchObject({ data: { status: 'error', comments: [{ text: 'First.' }, { text: 'Second.' }] } })
  })

  it('says how many files it says nothing of', async () => {
    const { response, row } = await explained({
      changes: () => Promise.resolve({ ok: true, value: { files, leftOut: 2 } }),
      ask: () => Promise.resolve(''),
    })
    expect(row).toMatchObject({ data: { note: '0 comments on 1 file (2 more left out: no text, too large, or too many)' } })
    expect(response.content).toContain('(2 more left out')
  })

  it('fails with the way to go on where the answer holds no comment of the form', async () => {
    const { response, row } = await explained({
      changes: () => Promise.resolve({ ok: true, value: { files, leftOut: 0 } }),
      ask: () => Promise.resolve('[{"file": "a.ts", "comment": "It adds."}]'),
    })
    expect(row).toMatchObject({ data: { status: 'error', note: expect.stringContaining('ask it to explain the change in its reply') } })
    expect(response).toMatchObject({ status: 'failed', content: expect.stringContaining('Explain the change in a reply.') })
  })

  it('ends its row where nothing changed, and where git cannot tell', async () => {
    const none = await explained({ changes: () => Promise.resolve({ ok: true, value: { files: [], leftOut: 0 } }) })
    expect(none.row).toMatchObject({ data: { status: 'complete', note: 'Nothing changed between these.' } })
    const failed = await explained({ changes: () => Promise.resolve({ ok: false, error: 'There is no commit.' }) })
    expect(failed.row).toMatchObject({ data: { status: 'error', note: 'There is no commit.' } })
    expect(failed.response.status).toBe('failed')
  })

  it('takes comments only on files that were asked about, however the answer is built', () => {
    const answer =
      'Well.\n@@@ FILE: a.ts\n@@@ LINE: 1\nFirst.\n@@@\n@@@ FILE: /etc/passwd\n@@@ LINE: 1\nNo.\n@@@\n@@@ FILE: a.ts\n@@@ LINE: x\nNo.\n@@@'
    expect(readComments(answer, new Set(['a.ts']))).toEqual([{ path: 'a.ts', line: 1, text: 'First.' }])
  })
})
