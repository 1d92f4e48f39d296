import { homedir } from 'node:os'
import { join } from 'node:path'
import { saveAttachment } from './controller/attachments'
import { createCalls } from './controller/calls'
import { openAccountView } from './controller/account-view'
import { restoreSessions } from './controller/restore-sessions'
import { Sessions } from './controller/sessions'
import { openSessionsFile, type SessionsFile } from './controller/sessions-file'
import { getStateToPostToWebview, stateValue, type StateSources } from './controller/state'
import { Windows } from './controller/windows'
import { layOutDemoProject } from './demo/demo-project'
import type { Core, CoreOptions } from './electron/core'
import { createServices, type Services } from './services'

const MAX_POSTED_TASKS = 100

/** The app with windows: the shared services, the sessions, and what each window is told. The table of contents. */
export async function createApp(options: CoreOptions): Promise<Core> {
  const sources = (): StateSources => ({
    settings: services.settings.getSettings(),
    facts: factsOf(options),
    ...accountView.posted,
    sessions: sessions.list(),
    history: services.history.list().slice(0, MAX_POSTED_TASKS),
    notices: services.notices.list(),
    rules: [...services.rules.rules()],
    mcp: { mcpServers: services.mcp.list(), mcpForms: [...services.mcp.forms()] },
    trust: sessions.current && services.trust.summary(sessions.current.cwd),
    current: sessions.current?.view(),
  })
  const windows = new Windows({ whole: () => getStateToPostToWebview(sources()), value: (key) => stateValue(sources(), key) })
  const services = await openServices(options, windows)
  // What is let go at the end was open until then: the list of sessions stays as it was.
  let isEnding = false
  const accountView = await openAccountView(services, (keys) => windows.postKeys(keys))
  const sessions: Sessions = openSessions(services, windows, options, () => {
    if (!isEnding) sessionsFile.saver.request()
  })
  const sessionsFile: SessionsFile = openSessionsFile(services.paths.state, () => sessions.stored(), services.notices)
  services.rules.subscribe(() => windows.postKeys(['rules']))
  services.trust.subscribe((folder) => void lookAt(folder, services, windows))
  services.settings.subscribe((keys) => windows.postKeys([...keys, 'currentModel', 'webSearchKey']))

  const { settings, secrets, notices, store, history, rules } = services
  const handlers = createCalls({
    settings,
    secrets,
    notices,
    store,
    history,
    rules,
    sessions,
    ...serviceParts(services),
    accountView,
    postSnapshot: () => windows.postStateToWebview(),
    historyChanged: () => windows.postKeys(['taskHistory']),
    providersChanged: () => accountView.readKeys(),
    ...desktopParts(options, services),
  })
  await restoreSessions({ sessions, settings, notices }, await sessionsFile.read(), options.initialCwd)
  loadHistory(services, windows)

  return {
    handlers,
    attach: (send) => windows.attach(send),
    dispose: async () => {
      isEnding = true
      // Whatever the disk says, nothing that a task started is left running.
      await doEach(
        () => sessionsFile.saver.flush(),
        () => sessions.dispose(),
        () => services.mcp.dispose(),
        () => services.endPrograms(),
        () => services.flush(),
      )
    },
  }
}

const openServices = (options: CoreOptions, windows: Windows): Promise<Services> =>
  createServices({
    dataDir: options.dataDir,
    version: options.version,
    onNotice: () => windows.postKeys(['notices']),
    onMcp: () => windows.postKeys(['mcpServers', 'mcpForms']),
    onAccount: () => windows.postKeys(['account']),
    hasWindow: true,
    trash: (path) => options.dialogs.trashFile(path),
    openExternal: (url) => options.dialogs.openExternal(url),
    ...(options.keychain ? { keychain: options.keychain } : {}),
  })

const factsOf = ({ version, runtime }: CoreOptions) => ({ version, runtime, platform: process.platform, homeDir: homedir() })

/** Takes every step, one after another, though one fails; rejects with the first failure. */
async function doEach(...steps: readonly (() => Promise<void>)[]): Promise<void> {
  const ended: PromiseSettledResult<void>[] = []
  for (const step of steps) ended.push(...(await Promise.allSettled([step()])))
  const failure = ended.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
}

const serviceParts = (services: Services) => ({
  mcp: services.mcp,
  trust: services.trust,
  skills: services.skills,
  agents: services.agents,
  hooksOf: (cwd: string | undefined) => services.hooksOf(cwd),
  environmentReport: () => services.environmentReport(),
  checkBrowser: () => services.browsers.check(),
  forgetTask: (taskId: string) => services.forgetTask(taskId),
})

const desktopParts = ({ dialogs, dataDir }: CoreOptions, { paths }: Services) => ({
  openExternal: (url: string) => dialogs.openExternal(url),
  pickFolder: () => dialogs.pickFolder(),
  revealFile: (path: string) => dialogs.revealFile(path),
  layOutDemo: () => layOutDemoProject(dataDir),
  saveAttachment: (sessionId: string, name: string, bytes: Buffer) => saveAttachment(join(paths.attachments, sessionId), name, bytes),
})

function openSessions(services: Services, windows: Windows, options: CoreOptions, changed: () => void): Sessions {
  const sessions: Sessions = new Sessions(services.controller, {
    keys: (keys) => windows.postKeys(keys),
    row: (op) => windows.postRow(op),
    terminal: ({ terminalId, offset, data }) => windows.send('terminal.data', { terminalId, offset, data }),
    subagent: (push) => windows.send('subagent.row', push),
    switched: () => {
      windows.postStateToWebview()
      if (sessions.current) void lookAt(sessions.current.cwd, services, windows)
    },
    changed,
    waits: (summary) => options.notify?.({ title: summary.title, body: summary.waitsFor ?? 'Waiting for you' }),
  })
  return sessions
}

/** Whether a folder brings something that the person has to decide about. Nothing of it runs for that. */
async function lookAt(folder: string, { trust, notices }: Services, windows: Windows): Promise<void> {
  try {
    await trust.survey(folder)
    notices.withdraw('trust')
    windows.postKeys(['projectTrust'])
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    notices.add({
      id: 'trust',
      level: 'error',
      code: 'trust',
      text: `What ${folder} brings could not be looked at, so nothing of it is used: ${message}`,
    })
  }
}

/** The window does not wait for the list of tasks. */
function loadHistory({ history, notices }: Services, windows: Windows): void {
  history.load().then(
    (unreadable) => {
      for (const { taskId, message } of unreadable)
        notices.add({ id: `unreadable-${taskId}`, level: 'warning', code: 'unreadable_task', text: message })
      windows.postKeys(['taskHistory'])
    },
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      notices.add({ id: 'history', level: 'error', code: 'history_unreadable', text: `The list of tasks could not be read: ${message}` })
    },
  )
}
