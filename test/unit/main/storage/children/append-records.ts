import { openJournal } from '../../../../../main/storage/journal'

// Appends numbered records as fast as it can, and says of each group when it was told that it is durable.
const [path = '', textBytes = '40'] = process.argv.slice(2)
const { journal, records } = await openJournal(path)
let number = records.reduce((highest, { record }) => Math.max(highest, Number(record['number'])), 0)
for (;;) {
  for (let count = 0; count < 3; count++)
    journal.append({ number: ++number, text: 'é'.repeat(Math.floor(Math.random() * Number(textBytes))) })
  await journal.flush()
  process.stdout.write(`${number}\n`)
}
