import type { Handlers } from '../../shared/ipc'
import type { HookRunner } from '../hooks/hook-runner'
import type { SkillBook } from '../skills/skill-book'
import type { AgentFiles } from '../subagents/agent-files'
import { CallError } from './call-error'
import type { Sessions } from './sessions'

export interface HookParts {
  readonly sessions: Sessions
  readonly skills: SkillBook
  readonly agents: Pick<AgentFiles, 'describe'>
  /** The hooks of a folder, or those of the person alone. */
  readonly hooksOf: (cwd: string | undefined) => HookRunner
}

/** The pages of hooks, of skills and of agents, and what a person does to a hook that runs. */
export function hookCalls({
  sessions,
  skills,
  agents,
  hooksOf,
}: HookParts): Pick<Handlers, 'hooks.list' | 'hook.tryOut' | 'hook.create' | 'hook.stop' | 'skills.list' | 'agents.list'> {
  const cwdOf = (sessionId: string | undefined): string | undefined => (sessionId === undefined ? undefined : sessions.get(sessionId)?.cwd)
  return {
    'hooks.list': async ({ sessionId }) => [...(await hooksOf(cwdOf(sessionId)).list())],
    'hook.tryOut': async ({ sessionId, name, path }) => {
      const tried = await hooksOf(cwdOf(sessionId)).tryOut(name, path)
      if (!tried) throw new CallError('refused', 'This hook cannot run as things are: look at what the list says of it.')
      return tried
    },
    'hook.create': async ({ name }) => {
      const path = await hooksOf(undefined).create(name)
      if (path === undefined) throw new CallError('refused', `You have a hook ${name} already: change that one.`)
      return { path }
    },
    'hook.stop': ({ sessionId, ts, subagent }) => {
      const task = sessions.get(sessionId)?.task
      return { accepted: (subagent ? task?.subagents.stopHook(subagent, ts) : task?.hooks.stop(ts)) ?? false }
    },
    'agents.list': () => agents.describe(),
    'skills.list': async ({ sessionId }) => [...(await skills.list(cwdOf(sessionId)))],
  }
}
