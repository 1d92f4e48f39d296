import { createInterface } from 'node:readline'
import { openJournal } from '../../../../../main/storage/journal'
import { StorageError } from '../../../../../main/storage/storage-error'

// Appends until the disk refuses, then tries again at each line on stdin.
const { journal } = await openJournal(process.argv[2] ?? '', {
  onFailure: (error) => process.stdout.write(`failure ${error.code}\n`),
  onRecovered: () => process.stdout.write('recovered\n'),
})
let number = 0
const tryFlush = async (): Promise<boolean> => {
  try {
    await journal.flush()
    return true
  } catch (error) {
    if (error instanceof StorageError) return false
    throw error
  }
}
do journal.append({ number: ++number, text: 'x'.repeat(100) })
while (await tryFlush())
journal.append({ number: ++number })
process.stdout.write(`refused ${number}\n`)
createInterface({ input: process.stdin }).on('line', () => {
  void tryFlush().then((isWritten) => process.stdout.write(`${isWritten ? 'written' : 'refused'} ${number}\n`))
})
