import { writeFile } from 'node:fs/promises'
import { expect, it, describe } from 'vitest'
import { prepareDataDir } from '../../main/storage/data-dir'
import { createSecretStore } from '../../main/storage/secret-store'
import { type ClineApiServer, startClineApi } from '../support/cline-api/cline-api-server'
import { tempFolder } from '../support/temp-folder'
import { launchApp, type LaunchedApp } from './support/launch-app'
import { approvalCard, log, press, say } from './support/project'

/** The person's browser: it opens what the app wants opened, and says yes there. */
async function letPersonSignIn({ app }: LaunchedApp, server: ClineApiServer): Promise<string> {
  const address = await app.evaluate(
    ({ shell }) =>
      new Promise<string>((resolve) => {
        shell.openExternal = (url) => {
          resolve(url)
          return Promise.resolve()
        }
        // From now on the test may press the button.
        Object.assign(globalThis, { hasBrowser: true })
      }),
  )
  return server.signIn(address)
}

describe('the Cline account', { timeout: 120_000 }, () => {
  it('is signed in to in the browser, searches the web once approved, and is signed out of', async () => {
    const server = await startClineApi()
    const [cwd, dataDir] = [await tempFolder(), await tempFolder()]
    const paths = await prepareDataDir(dataDir)
    await writeFile(paths.settings, JSON.stringify({ welcomeViewCompleted: true }))
    await createSecretStore({ file: paths.secrets }).set('openrouter', 'a key that was kept in the file', 'file')
    server.say(
      { pieces: [{ tool: 'web_search', input: { query: 'hello world' } }] },
      { pieces: [{ tool: 'web_fetch', input: { url: 'https://docs.example/page', prompt: 'What?' } }] },
      { pieces: [{ tool: 'attempt_completion', input: { result: 'Found on the web.' } }] },
    )
    const env = { CLINE_API_BASE_URL: server.url, CLINE_FEATURE_FLAGS: 'webtools=true', CLINE_API_KEY: '' }
    const launched = await launchApp({ dataDir, cwd, env })
    const { page, app, close } = launched
    const signedIn = letPersonSignIn(launched, server)
    await expect.poll(() => app.evaluate(() => 'hasBrowser' in globalThis)).toBe(true)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Sign in to Cline' }).click()
    expect(await signedIn).toContain('You can close this page')
    await page.getByText('Signed in as Ada Example (ada@example.test).').waitFor()
    await page.getByText('$12.35').waitFor()
    expect(await page.content()).not.toContain('access-token-1')

    await page.getByRole('button', { name: 'Back to the task' }).click()
    await say(page, 'Look it up.')
    await approvalCard(page).getByText('Searching for: hello world').waitFor()
    expect(server.to('/api/v1/search')).toEqual([])
    await press(page, 'Approve')
    await approvalCard(page).getByText('Fetching URL: https://docs.example/page').waitFor()
    expect(server.to('/api/v1/search').map(({ path }) => path)).toEqual(['/api/v1/search/websearch'])
    await press(page, 'Reject')
    await log(page).getByText('Found on the web.').waitFor()
    await log(page).getByText('Searching for: hello world').waitFor()
    for (const request of server.to('/api/v1/chat')) expect(request.header('authorization')).toBe('Bearer workos:access-token-1')
    expect(server.to('/api/v1/search')[0]?.header('authorization')).toBe('Bearer workos:access-token-1')
    expect(server.to('/api/v1/search')).toHaveLength(1)

    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in to Cline' }).waitFor()
    expect((await createSecretStore({ file: paths.secrets }).get('cline:clineAccountId')).kind).toBe('none')
    await close()
  })
})
