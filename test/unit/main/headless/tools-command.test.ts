import { expect, test } from 'vitest'
import { runTools } from '../../../../main/headless/tools-command'
import { listen, openServices } from './support/stored-tasks'

const inAct = (json: boolean) => ({ mode: 'act', cwd: process.cwd(), json }) as const

test('gives each tool with the schema that the model is told of', async () => {
  const { heard, write } = listen()
  expect(await runTools(await openServices(), inAct(true), write)).toBe(0)
  const tools: { name: string; description: string; inputSchema: { type: string; properties: object } }[] = JSON.parse(heard.out)
  expect(tools.map(({ name }) => name)).toContain('replace_in_file')
  for (const tool of tools) {
    expect(Object.keys(tool)).toEqual(['name', 'description', 'inputSchema'])
    expect(tool.inputSchema.type).toBe('object')
  }
})

test('lists each tool on one line', async () => {
  const { heard, write } = listen()
  const services = await openServices()
  await runTools(services, inAct(false), write)
  const lines = heard.out.trimEnd().split('\n')
  expect(lines.find((line) => line.startsWith('read_file '))).toMatch(/^read_file {2,}Read/)
  expect(new Set(lines.map((line) => line.indexOf('  ')))).not.toContain(-1)
})

test('offers what the settings allow', async () => {
  const { heard, write } = listen()
  const services = await openServices()
  services.settings.override({ yoloModeToggled: true })
  await runTools(services, inAct(true), write)
  expect(heard.out).not.toContain('ask_followup_question')
})
