import type { Job } from '../../../shared/jobs'
import type { TaskConfig } from '../task-config'
import { done, type Preparation, type ToolResponse, toolFailed } from '../tool-handler'

export const jobActions = ['output', 'stop'] as const
export type JobAction = (typeof jobActions)[number]

/** A call about a job instead of a command: refused at once when there is none of that name. */
export function prepareJob<Basis>(name: string, action: JobAction, config: TaskConfig, basis: Basis): Preparation<Basis> {
  const job = findJob(name, config)
  if (!job) return { kind: 'failed', response: toolFailed(noSuchJob(name, config), `There is no job "${name}"`) }
  return { kind: 'ready', summary: action === 'stop' ? `Stop ${job.name}` : `Look at ${job.name}`, basis }
}

/** Shows what a job has printed, or ends it with all it started. */
export async function tendJob(name: string, action: JobAction, config: TaskConfig): Promise<ToolResponse> {
  const { jobs } = config.services
  const job = findJob(name, config)
  if (!job) return toolFailed(noSuchJob(name, config), `There is no job "${name}"`)
  if (action === 'stop') {
    await jobs.stop(job.terminalId)
    config.callbacks.say({ say: 'info', text: `The agent stopped ${job.name}.` })
  }
  const now = findJob(name, config) ?? job
  const output = jobs.outputOf(job.terminalId, config.settings.terminalOutputLineLimit)
  const printed =
    output === undefined ? 'What it printed is no longer kept.' : output.trim() === '' ? 'It printed nothing.' : `Output:\n${output}`
  return done(`${describeJob(now)}\n${printed}`)
}

/** The newest of that name: a model may also give the whole command. */
const findJob = (name: string, { services }: TaskConfig): Job | undefined =>
  services.jobs.jobs().findLast((job) => job.name === name) ?? services.jobs.jobs().findLast((job) => job.command === name)

/** "npm run dev" runs, and listens on port 5173. */
export function describeJob({ name, state, port, exitCode, signal }: Job): string {
  const where = port === undefined ? '' : `, and listens on port ${port}`
  switch (state) {
    case 'running':
      return `"${name}" runs${where}.`
    case 'waiting':
      return `"${name}" waits for input${where}.`
    case 'ended':
      return `"${name}" has ended: ${signal ?? `exit code ${exitCode ?? 0}`}.`
  }
}

function noSuchJob(name: string, { services }: TaskConfig): string {
  const names = services.jobs.jobs().map((job) => `"${job.name}"`)
  return `There is no job "${name}" in the background. ${names.length === 0 ? 'There are none.' : `There are ${names.join(', ')}.`}`
}
