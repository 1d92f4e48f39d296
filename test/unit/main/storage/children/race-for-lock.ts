import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as tick } from 'node:timers/promises'
import { acquireTaskLock } from '../../../../../main/storage/task-lock'

// Counts up in a file that only the lock protects, and says each number. With a chance it dies with the lock in its hands.
const [folder = '', rounds = '1', deathIn = '0'] = process.argv.slice(2)
const counter = join(folder, 'counter')
for (let round = 0; round < Number(rounds); ) {
  const result = await acquireTaskLock(folder, { wait: false })
  if (!result.ok) {
    await tick()
    continue
  }
  round++
  const number = Number(await readFile(counter, 'utf8')) + 1
  await tick()
  await writeFile(counter, String(number))
  process.stdout.write(`${number}\n`)
  if (Math.random() * Number(deathIn) > Number(deathIn) - 1 && Number(deathIn) > 0) process.kill(process.pid, 'SIGKILL')
  await result.lock.release()
}
