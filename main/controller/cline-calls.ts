import type { Handlers } from '../../shared/ipc'
import type { AccountView } from './account-view'
import type { StateManager } from '../storage/state-manager'
import type { Notices } from './notices'

export interface ClineParts {
  readonly accountView: AccountView
  readonly settings: StateManager
  readonly notices: Notices
  readonly openExternal: (url: string) => Promise<void>
}

type ClineHandlers = Pick<
  Handlers,
  'account.signIn' | 'account.cancelSignIn' | 'account.signOut' | 'account.keep' | 'account.refresh' | 'account.openDashboard'
>

const NOTICE = 'account'

/** Signing in to the Cline account and out of it. */
export function clineCalls({ accountView, settings, notices, openExternal }: ClineParts): ClineHandlers {
  const { account } = accountView
  const tell = (error: unknown): void => {
    const text = `The sign-in could not be kept: ${error instanceof Error ? error.message : String(error)}`
    notices.add({ id: NOTICE, level: 'error', code: 'account', text })
  }
  const signIn = async (): Promise<void> => {
    notices.withdraw(NOTICE)
    // Tokens that cannot be kept hold until the app quits.
    await account.auth.createAuthRequest(openExternal).catch(tell)
    if (account.auth.state.kind !== 'signed_in') return
    // Who signs in before anything is set up wants to use it.
    if (settings.getSettings().apiConfiguration.actModeApiProvider === undefined)
      settings.update({ apiConfiguration: { actModeApiProvider: 'cline' }, welcomeViewCompleted: true })
    await accountView.refresh()
  }
  return {
    'account.signIn': () => {
      // It takes as long as a person does; how it ends stands in the state.
      signIn().catch(tell)
      return null
    },
    'account.cancelSignIn': () => {
      account.auth.cancelAuthRequest()
      return null
    },
    'account.signOut': async () => {
      await account.auth.handleDeauth('user_initiated')
      return null
    },
    'account.keep': async () => {
      await account.auth.keepInFile()
      return null
    },
    'account.refresh': async () => {
      await accountView.refresh()
      return null
    },
    'account.openDashboard': async () => {
      await openExternal(`${account.env().appBaseUrl}/dashboard/account?tab=credits`)
      return null
    },
  }
}
