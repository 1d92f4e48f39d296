import { atomicFile } from '../../../../../main/storage/atomic-write'

// Replaces one file for ever, with contents of many sizes, and says which number is durable.
const file = atomicFile(process.argv[2] ?? '')
for (let number = Number(process.argv[3] ?? 1); ; number++) {
  await file.write({ number, text: 'x'.repeat((number * 7_919) % 200_000) })
  process.stdout.write(`${number}\n`)
}
