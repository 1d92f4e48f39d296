import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { countEdits, makeProject } from './project'
import { type ProcessTree, watchTree } from './process-tree'
import { type Script, type Turn, startScriptedServer } from './scripted-server'

/** How to start a client: the product, or the least that any client must do. */
export interface Client {
  readonly name: string
  /** Arguments of Node: the program and its own. */
  args(place: { readonly project: string; readonly dataDir: string; readonly baseUrl: string }): string[]
}

export interface ClientRun {
  readonly client: string
  readonly exitCode: number | null
  readonly turns: readonly Turn[]
  readonly spawnedAt: number
  readonly exitedAt: number
  readonly totalCpuMs: number
  readonly peakBytes: number
  readonly stdoutBytes: number
  readonly edits: number
  readonly stderr: string
}

const TIMEOUT_MS = 240_000

/** Runs one client through one script in a fresh project, with a home of its own and nothing of this machine's settings. */
export async function runClient(client: Client, script: Script): Promise<ClientRun> {
  const root = mkdtempSync(join(tmpdir(), 'bench-'))
  const [project, dataDir, home] = ['project', 'data', 'home'].map((name) => join(root, name))
  mkdirSync(home)
  await makeProject(project)
  let tree: ProcessTree | undefined
  const server = await startScriptedServer(script, () => tree?.cpuMs() ?? 0)
  const [stdout, stderr] = ['stdout', 'stderr'].map((name) => openSync(join(root, name), 'w'))
  try {
    const args = client.args({ project, dataDir, baseUrl: server.baseUrl })
    const spawnedAt = performance.now()
    const child = spawn(process.execPath, args, { cwd: project, env: bareEnvironment(home), stdio: ['ignore', stdout, stderr] })
    if (child.pid === undefined) throw new Error(`Could not start ${client.name}`)
    tree = watchTree(child.pid)
    const timer = setTimeout(() => child.kill('SIGTERM'), TIMEOUT_MS)
    await once(child, 'exit')
    clearTimeout(timer)
    return {
      client: client.name,
      exitCode: child.exitCode,
      turns: server.turns,
      spawnedAt,
      exitedAt: performance.now(),
      totalCpuMs: tree.cpuMs(),
      peakBytes: tree.peakBytes(),
      stdoutBytes: statSync(join(root, 'stdout')).size,
      edits: await countEdits(project),
      stderr: readFileSync(join(root, 'stderr'), 'utf8').slice(-500),
    }
  } finally {
    tree?.stop()
    closeSync(stdout)
    closeSync(stderr)
    await server.close()
    rmSync(root, { recursive: true, force: true })
  }
}

function bareEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    HOME: home,
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    SHELL: '/bin/sh',
    ANTHROPIC_API_KEY: 'sk-bench',
  }
}
