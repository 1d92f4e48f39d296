import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { prepareDataDir } from '../../../main/storage/data-dir'
import { createSecretStore } from '../../../main/storage/secret-store'
import type { SettingsPatch } from '../../../shared/settings'
import type { ScriptedAnswer } from '../../support/model-server/scripted-answer'
import { type ModelServer, type RecordedRequest, startModelServer } from '../../support/model-server/model-server'
import { tempFolder } from '../../support/temp-folder'
import { type LaunchedApp, launchApp } from './launch-app'

export const KEY = 'sk-ant-test-0123456789abcdef'

export interface Project {
  readonly server: ModelServer
  readonly cwd: string
  readonly dataDir: string
  /** Starts the app on this project, again and again if need be. */
  open(): Promise<LaunchedApp>
}

/** A project folder, a scripted Anthropic endpoint, and an app that is set up for both. */
export async function openProject(
  script: readonly ScriptedAnswer[] | ((request: RecordedRequest) => ScriptedAnswer),
  files: Readonly<Record<string, string>> = {},
  settings: SettingsPatch = {},
): Promise<Project> {
  const server = await startModelServer(script)
  onTestFinished(() => server.close())
  const [cwd, dataDir] = [await tempFolder(), await tempFolder()]
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true })
    await writeFile(join(cwd, path), text)
  }
  const paths = await prepareDataDir(dataDir)
  const apiConfiguration = { actModeApiProvider: 'anthropic', actModeApiModelId: 'claude-sonnet-5-5', anthropicBaseUrl: server.url }
  await writeFile(paths.settings, JSON.stringify({ apiConfiguration, welcomeViewCompleted: true, ...settings }))
  await createSecretStore({ file: paths.secrets }).set('anthropic', KEY, 'file')
  return {
    server,
    cwd,
    dataDir,
    open: async () => {
      const launched = await launchApp({ dataDir, cwd })
      onTestFinished(() => launched.kill().catch(() => undefined))
      return launched
    },
  }
}

export const messageBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' })
export const approvalCard = (page: Page): Locator => page.getByRole('region', { name: 'Waiting for you' })
export const log = (page: Page): Locator => page.getByRole('log', { name: 'Chat' })

export async function say(page: Page, words: string): Promise<void> {
  await messageBox(page).fill(words)
  await messageBox(page).press('Enter')
}

/** Presses an answer button of the waiting card as soon as it may act. */
export async function press(page: Page, label: string): Promise<void> {
  await approvalCard(page).getByRole('button', { name: label, exact: true }).click()
}
