import { answer, type ScriptedAnswer, type ScriptedProvider, toolCall } from '../scripted-provider'
import { type SessionOptions, TaskSession } from '../task-session'
import { type ClineApiServer, startClineApi } from './cline-api-server'

export const url = 'https://docs.example/page?q=1'
export const fetchIt = answer(toolCall('web_fetch', { url, prompt: 'What does it say?' }))
export const searchIt = (input: object = {}) => answer(toolCall('web_search', { query: 'hello world', ...input }))

export interface WebTask {
  readonly server: ClineApiServer
  readonly session: TaskSession
}

/** A task with the provider cline at a local API that has its web tools on. */
export async function openWebTask(
  script: readonly ScriptedAnswer[] | ScriptedProvider,
  more: Partial<SessionOptions> = {},
): Promise<WebTask> {
  const server = await startClineApi()
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    CLINE_API_BASE_URL: server.url,
    CLINE_API_KEY: 'key-of-this-task',
    CLINE_FEATURE_FLAGS: 'webtools=true',
    ...more.env,
  }
  return { server, session: await TaskSession.open(script, { providerId: 'cline', ...more, env }) }
}

/** What reached the API for the web tools. */
export const sent = ({ server }: WebTask) => server.to('/api/v1/search')
export const finished = ({ session }: WebTask) => session.ask('completion_result')
