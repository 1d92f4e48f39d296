import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../../support/temp-folder'
import { callTool, testHub } from '../../../support/mcp/test-hub'

const LONG_MS = 90_000
const packages = join(process.cwd(), 'node_modules/@modelcontextprotocol')
const EVERYTHING = join(packages, 'server-everything/dist/index.js')
const FILESYSTEM = join(packages, 'server-filesystem/dist/index.js')

/** The reference server over HTTP, on a port of its own. */
async function everythingOver(transport: 'sse' | 'streamableHttp'): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  probe.close()
  const child = spawn(process.execPath, [EVERYTHING, transport], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text))
  await expect.poll(() => printed, { timeout: LONG_MS }).toMatch(/port|running/i)
  return `http://localhost:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`
}

describe('the reference server', { timeout: LONG_MS }, () => {
  it.each(['stdio', 'sse', 'streamableHttp'] as const)('is spoken to over %s', async (transport) => {
    const entry =
      transport === 'stdio'
        ? { command: process.execPath, args: [EVERYTHING, 'stdio'] }
        : { type: transport, url: await everythingOver(transport) }
    const { hub, until } = await testHub({ everything: entry }, { attended: true })
    hub.setRoots(['/projects/shop'])
    hub.wake()
    await until('everything', 'connected')
    const { resources, prompts } = hub.details('everything')!
    expect(resources.length).toBeGreaterThan(2)
    expect(prompts.map(({ name }) => name)).toContain('simple-prompt')
    const args = prompts.find(({ name }) => name === 'args-prompt')?.arguments
    expect(args).toContainEqual({ name: 'city', description: expect.any(String), required: true })
    const signal = new AbortController().signal
    const filled = await hub.getPrompt('everything', 'args-prompt', { city: 'Bern\u202e' }, { signal })
    expect(filled).toEqual({ ok: true, value: expect.stringMatching(/Bern(?!\u202e)/) })
    expect(await hub.getPrompt('everything', 'args-prompt', {}, { signal })).toMatchObject({ ok: false })
    expect(await hub.getPrompt('nobody', 'x', {}, { signal })).toMatchObject({ ok: false })
    expect(await callTool(hub, 'everything/echo', { message: 'hello' })).toMatchObject({ ok: true, value: { text: 'Echo: hello' } })
    expect(await callTool(hub, 'everything/get-tiny-image', {})).toMatchObject({
      ok: true,
      value: { images: [{ mediaType: 'image/png' }] },
    })
    expect(await callTool(hub, 'everything/get-structured-content', { location: 'Chicago' })).toMatchObject({ ok: true })
    expect(await callTool(hub, 'everything/get-roots-list', {})).toMatchObject({
      ok: true,
      value: { text: expect.stringContaining('file:///projects/shop') },
    })
    expect(await callTool(hub, 'everything/get-resource-reference', { resourceType: 'Text', resourceId: 1 })).toMatchObject({ ok: true })
    const progress: number[] = []
    const { tool } = hub.offered().find((each) => each.tool.name === 'trigger-long-running-operation')!
    const long = await hub.callTool(
      'everything',
      tool,
      { duration: 0.3, steps: 3 },
      {
        signal: new AbortController().signal,
        onProgress: (step) => progress.push(step.progress),
      },
    )
    expect(long).toMatchObject({ ok: true })
    // The last may come together with the result.
    expect(progress.slice(0, 2)).toEqual([1, 2])
    const read = await hub.readResource('everything', resources[0]?.uri ?? '', { signal: new AbortController().signal })
    expect(read).toMatchObject({ ok: true })
    const asked = callTool(hub, 'everything/trigger-elicitation-request', {})
    await expect.poll(() => hub.forms().length, { timeout: LONG_MS }).toBe(1)
    const [form] = hub.forms()
    expect(form).toMatchObject({
      server: 'everything',
      fields: expect.arrayContaining([expect.objectContaining({ name: 'name', kind: 'text' })]),
    })
    expect(hub.answerForm(form?.id ?? '', { action: 'accept', content: { name: 'Mira' } })).toEqual({ accepted: true })
    expect(await asked).toMatchObject({ ok: true, value: { text: expect.stringContaining('Mira') } })
  })
})

describe('the server of files', { timeout: LONG_MS }, () => {
  it('is told of the project alone, and reaches nothing else', async () => {
    const folder = await tempFolder()
    const project = join(folder, 'shop')
    await mkdir(project)
    await writeFile(join(project, 'a.txt'), 'in the project')
    await writeFile(join(folder, 'b.txt'), 'beside it')
    const { hub, until } = await testHub({ files: { command: process.execPath, args: [FILESYSTEM, project] } })
    hub.setRoots([await realpath(project)])
    hub.wake()
    await until('files', 'connected')
    expect(await callTool(hub, 'files/read_text_file', { path: join(project, 'a.txt') })).toMatchObject({
      ok: true,
      value: { text: expect.stringContaining('in the project') },
    })
    expect(await callTool(hub, 'files/read_text_file', { path: join(folder, 'b.txt') })).toMatchObject({
      ok: true,
      value: { isError: true },
    })
    expect(hub.offered().find(({ tool }) => tool.name === 'list_directory')?.tool.readOnly).toBe(true)
  })
})
