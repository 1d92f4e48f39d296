import type { Mode } from '../../shared/settings'
import type { TaintFact } from '../approval/taint'
import { readHiddenFiles } from '../approval/hidden-files'
import { mayHoldSecrets } from '../approval/secret-paths'
import type { OpenTask } from '../storage/task-store'
import { createSubagentFiles } from '../subagents/subagent-files'
import { SubagentRuns } from '../subagents/subagent-runs'
import { FetchedAddresses } from '../task/fetched-addresses'
import { Taint } from '../task/taint'
import type { TaskNews, TaskParams } from '../task/task-environment'
import { watchingFiles, watchingSearch } from '../task/watching-ports'
import { gitChanges } from '../workspace/git-changes'
import { endAll } from './live-task'
import { noteChanges } from './note-changes'
import type { ControllerServices, TaskBrowser, TaskTerminal } from './services'

/** What makes one task differ from the next. */
export interface TaskPlace {
  readonly cwd: string
  readonly mode: Mode
  readonly opened: OpenTask
  /** What came into the task that handed this one on. */
  readonly taint: readonly TaintFact[]
  readonly terminal: TaskTerminal
  readonly browser: TaskBrowser
  readonly tell: (news: TaskNews) => void
}

/** All that a task works with, from what outlives it and what is its own. */
export function taskParams(
  services: ControllerServices,
  { cwd, mode, opened, taint: inherited, terminal, browser, tell }: TaskPlace,
): TaskParams {
  const fetched = new FetchedAddresses(opened.journal)
  const taint = new Taint(opened.journal)
  for (const fact of inherited) taint.add(fact)
  return {
    taskId: opened.taskId,
    cwd,
    mode,
    journal: opened.journal,
    coordinator: services.coordinator,
    features: (providerId) => services.features(cwd, providerId),
    aliases: () => services.aliases(cwd),
    noteChanges: (news, earlier) => noteChanges(services, { cwd, folder: opened.folder }, news, earlier),
    gitChanges: async (from, to, signal) => {
      const hidden = await readHiddenFiles(cwd)
      // No path of the call names them, so nobody could have said yes to one that holds keys.
      return gitChanges({ cwd, from, to, hides: (real) => hidden.hides(real) || mayHoldSecrets(real), signal })
    },
    web: (asking) => services.web.forTask({ ...asking, addresses: fetched }),
    services: {
      files: watchingFiles(services.createFiles(cwd), taint),
      search: watchingSearch(services.createSearch(cwd), taint),
      edits: services.edits,
      formatter: services.createFormatter(cwd),
      terminal,
      jobs: terminal,
      skills: services.createSkills(cwd),
      browser,
      handles: terminal,
      mcp: services.mcp,
      reports: services.createReports(cwd, () => services.settings().mode),
    },
    hooks: services.createHooks(cwd, terminal.programs),
    promptFacts: {
      os: services.platform,
      shell: services.shell,
      home: services.homeDir,
      cwd,
      language: services.settings().preferredLanguage,
    },
    platform: services.platform,
    gate: services.gate,
    taint,
    fetched,
    settings: () => services.settings(),
    openSubagents: (host) => new SubagentRuns(host, createSubagentFiles(opened.folder), () => services.agents()),
    createHandler: (answering, modelId) => services.createHandler(answering, cwd, modelId),
    tell,
    background: (of) => terminal.background(of),
    endCommands: () => endAll({ terminal, browser }),
    mask: (text) => services.mask(text),
    random: Math.random,
  }
}
