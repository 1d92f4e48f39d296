import { writeFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readProcesses, withVariable } from '../../../../main/terminal/process-table'
import { type TestHub, testHub } from '../../../support/mcp/test-hub'

const LONG_MS = 120_000

/** A hub with a server that is approved and off, one that waits for its approval, and one of this run. Each starts at once and says nothing. */
interface Endings extends TestHub {
  entry(seconds: number): Readonly<Record<string, unknown>>
}

async function threeServers(mark: string): Promise<Endings> {
  const entry = (seconds: number) => ({ command: 'sleep', args: [String(seconds)], env: { MINE: mark } })
  const test = await testHub({ given: entry(1_000) }, { text: JSON.stringify({ mcpServers: { off: entry(1_000), fresh: entry(1_000) } }) })
  await test.hub.approve('off', test.hub.list().find(({ name }) => name === 'off')?.launchId ?? '', false)
  await test.hub.setDisabled('off', true)
  return { ...test, entry }
}

/** All that can start a server, or be under way while one starts. */
const actions = {
  wake: async ({ hub }) => hub.wake(),
  approve: ({ hub }) => hub.approve('fresh', hub.list().find(({ name }) => name === 'fresh')?.launchId ?? '', false),
  enable: ({ hub }) => hub.setDisabled('off', false),
  disable: ({ hub }) => hub.setDisabled('off', true),
  'remove off': ({ hub }) => hub.remove('off'),
  'remove fresh': ({ hub }) => hub.remove('fresh'),
  add: ({ hub, entry }) => hub.add('more', entry(1_000)),
  restart: ({ hub }) => hub.restart('given'),
  stop: ({ hub }) => hub.stop('given'),
  'another launch': ({ settings, entry }) =>
    writeFile(settings, JSON.stringify({ mcpServers: { off: entry(2_000), fresh: entry(1_000) } })),
  read: ({ hub }) => hub.readResource('given', 'test://one', { signal: AbortSignal.timeout(50) }),
} satisfies Readonly<Record<string, (test: Endings) => Promise<unknown>>>
type Action = keyof typeof actions
const names = Object.keys(actions) as Action[]

/** Each action begins so many turns of the event loop after the one before; the hub is closed so many after the last. */
interface Course {
  readonly steps: readonly (readonly [Action, number])[]
  readonly turnsToClose: number
}

const someTurns = async (count: number): Promise<void> => {
  for (let done = 0; done < count; done += 1) await new Promise(setImmediate)
}

async function run({ steps, turnsToClose }: Course, mark: string): Promise<void> {
  const test = await threeServers(mark)
  const underWay: Promise<unknown>[] = []
  for (const [action, turns] of steps) {
    // It may meet what is gone by then.
    underWay.push(Promise.allSettled([actions[action](test)]))
    await someTurns(turns)
  }
  await someTurns(turnsToClose)
  await test.hub.dispose()
  await Promise.all(underWay)
}

const someCourse = fc.record({
  steps: fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(4)), { minLength: 2, maxLength: 5 }),
  turnsToClose: fc.nat(8),
})
const courses: readonly Course[] = [
  ...names.map((name) => ({ steps: [[name, 0] as const], turnsToClose: 0 })),
  {
    steps: [
      ['approve', 0],
      ['remove fresh', 0],
    ],
    turnsToClose: 2,
  },
  {
    steps: [
      ['enable', 0],
      ['remove off', 0],
    ],
    turnsToClose: 2,
  },
  ...fc.sample(someCourse, 20),
]

it('leaves no process when it is closed, whatever is under way', { timeout: LONG_MS }, async () => {
  const marks = courses.map((_, at) => `ending-${process.pid}-${at}`)
  await Promise.all(courses.map((course, at) => run(course, marks[at] ?? '')))
  // What an action began at its end gets the time to start something.
  await someTurns(100)
  const all = await readProcesses(process.platform)
  const left = await Promise.all(marks.map((mark) => withVariable(all, [`MINE=${mark}`], process.platform)))
  expect(courses.filter((_, at) => left[at]?.length !== 0)).toEqual([])
})
