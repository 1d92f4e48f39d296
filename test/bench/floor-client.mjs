// The least a client can do for the same task: it sends the whole history each turn, reads the stream and carries out the
// five calls. No window, no journal, no approval. What remains above it is what Countersign itself costs.
import { execFile } from 'node:child_process'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'

const [, , baseUrl, project] = process.argv
const agent = new Agent({ keepAlive: true })
const { hostname, port } = new URL(baseUrl)
const messages = [{ role: 'user', content: 'Carry out the scripted task.' }]

const carryOut = {
  read_file: ({ path }) => readFile(join(project, path), 'utf8'),
  async replace_in_file({ path, diff }) {
    const [, before, after] = /SEARCH\n([\s\S]*?)\n=======\n([\s\S]*?)\n\+\+\+\+/.exec(diff) ?? []
    const text = await readFile(join(project, path), 'utf8')
    await writeFile(
      join(project, path),
      text.replace(before, () => after),
    )
    return 'done'
  },
  execute_command: ({ command }) => run('/bin/sh', ['-c', command]),
  search_files: ({ regex }) => run('grep', ['-rn', regex, project]),
  list_files: async ({ path }) => (await readdir(join(project, path))).join('\n'),
  attempt_completion: () => undefined,
}

for (let call = await ask(); call; call = await ask()) {
  const content = await carryOut[call.name](call.input)
  if (content === undefined) break
  messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content }] })
}
agent.destroy()

/** Sends the history, keeps the answer in it, and gives the call it ended with. */
async function ask() {
  const body = JSON.stringify({ model: 'm', max_tokens: 8000, stream: true, tools: [{ name: 'any' }], messages })
  const content = await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const outgoing = request({ agent, hostname, port, path: '/v1/messages', method: 'POST', headers }, (response) =>
      resolve(readStream(response)),
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
  messages.push({ role: 'assistant', content })
  return content.find((block) => block.type === 'tool_use')
}

async function readStream(response) {
  const content = []
  let json = ''
  let rest = ''
  response.setEncoding('utf8')
  for await (const chunk of response) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) take(JSON.parse(line.slice(6)))
  }
  return content

  function take(event) {
    const block = content.at(-1)
    if (event.type === 'content_block_start') {
      content.push(event.content_block)
      json = ''
    } else if (event.type === 'content_block_delta') {
      if (event.delta.type === 'text_delta') block.text += event.delta.text
      else json += event.delta.partial_json
    } else if (event.type === 'content_block_stop' && block.type === 'tool_use') block.input = JSON.parse(json)
  }
}

function run(file, args) {
  return new Promise((resolve) => {
    execFile(file, args, (_, stdout) => resolve(stdout))
  })
}
