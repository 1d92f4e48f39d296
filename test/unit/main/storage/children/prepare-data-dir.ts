import { atomicFile } from '../../../../../main/storage/atomic-write'
import { prepareDataDir } from '../../../../../main/storage/data-dir'
import { createSecretStore } from '../../../../../main/storage/secret-store'
import { createTaskStore } from '../../../../../main/storage/task-store'

// Makes one of everything that storage makes.
const [dir = '', taskId = ''] = process.argv.slice(2)
const paths = await prepareDataDir(dir)
await atomicFile(paths.settings).write({ mode: 'plan' })
await createSecretStore({ file: paths.secrets }).set('anthropic', 'a key for the tests', 'file')
const task = await createTaskStore(dir).create(taskId)
if (!task.ok) throw new Error(task.error.message)
await task.value.close()
