import { expect, it } from 'vitest'
import { openProject, press, say } from './support/project'

const isLong = process.env['COUNTERSIGN_LONG'] === '1'
const MEGABYTES = isLong ? 100 : 10
/** In ms. The goal is 200, and holds where the machine does nothing else; a shared one must not fail a test on its neighbours. */
const LONGEST_TASK = isLong ? 200 : 1_000

it(`stays usable while a command prints ${MEGABYTES} MB`, { timeout: 240_000 }, async () => {
  const command = `yes 'a line of output that is about sixty-four characters in length ' | head -c ${MEGABYTES}000000; echo; echo end of it`
  const project = await openProject([
    { pieces: [{ tool: 'execute_command', input: { command, requires_approval: true } }] },
    { pieces: [{ tool: 'attempt_completion', input: { result: 'It printed.' } }] },
  ])
  const { page, close } = await project.open()
  await page.evaluate(() => {
    const tasks: number[] = []
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' })
    Object.assign(window, { longTasks: tasks })
  })
  await say(page, 'Print a lot.')
  await press(page, 'Run Command')
  await page.getByText('It printed.').first().waitFor({ timeout: 200_000 })
  await expect.poll(() => page.getByText('end of it').count()).toBeGreaterThan(0)
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks)
  const longest = Math.max(0, ...tasks)
  process.stdout.write(`${MEGABYTES} MB of output: longest task of the page ${longest.toFixed(0)} ms, of ${tasks.length} above 50 ms\n`)
  expect(longest).toBeLessThan(LONGEST_TASK)
  await close()
})
