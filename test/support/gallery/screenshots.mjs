// Makes pictures of the window in sample states: node test/support/gallery/screenshots.mjs OUT-FOLDER [sample …]
import { resolve } from 'node:path'
import { runnerImport } from 'vite'

// Else the runner below would choose the slower build of React that is for development.
process.env.NODE_ENV = 'production'

const [outDir = 'test/e2e/screenshots', ...names] = process.argv.slice(2)
const { module } = await runnerImport(resolve(import.meta.dirname, 'take-screenshots.ts'))
const complaints = await module.takeScreenshots({ outDir: resolve(outDir), ...(names.length > 0 ? { names } : {}) })
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.exit(complaints.length > 0 ? 1 : 0)
