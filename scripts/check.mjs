// Format, lint and types. `npm test` holds the same as tests.
import './check-node.mjs'
import { runTool } from './run-tool.mjs'

const TYPED_FOLDERS = ['shared', 'main', 'preload', 'renderer', 'test']
const checks = [
  { name: 'format', script: '@biomejs/biome/bin/biome', args: ['format', '.'] },
  { name: 'lint', script: 'oxlint/bin/oxlint', args: [] },
  ...TYPED_FOLDERS.map((folder) => ({ name: `types of ${folder}/`, script: 'typescript/bin/tsc', args: ['-p', folder] })),
]

let failures = 0
for (const { name, script, args } of checks) {
  const { status, output } = runTool(script, args)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
  if (status === 0) continue
  failures++
  console.log(output)
}
process.exitCode = failures === 0 ? 0 : 1
