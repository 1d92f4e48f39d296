import { acquireTaskLock } from '../../../../../main/storage/task-lock'

// Takes a lock and keeps it until a line comes on stdin.
const result = await acquireTaskLock(process.argv[2] ?? '', { wait: false })
if (result.ok) {
  process.stdout.write('held\n')
  process.stdin.once('data', () => {
    void result.lock.release().then(() => {
      process.stdout.write('released\n')
      process.stdin.destroy()
    })
  })
} else {
  process.stdout.write(`refused ${result.holder.pid}\n`)
}
