import { type ReactNode, useEffect } from 'react'
import type { AccountState, AccountUser } from '../../../shared/account'
import { useActions, useApp, useBridge } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Button } from '../../ui/button'
import { Spinner } from '../../ui/spinner'
import { placeOf } from '../settings/provider-choices'
import styles from './account-section.module.css'

const selectAccount = (state: AppState) => state.main.account

/** Who is signed in to Cline: how to sign in, what is left, and how to sign out. */
export function AccountSection() {
  const account = useApp(selectAccount)
  switch (account.kind) {
    case 'signed_out':
      return <SignedOut problem={account.problem} />
    case 'signing_in':
      return <SigningIn address={account.address} />
    case 'signed_in':
      return <SignedIn account={account} />
    case 'token':
      return (
        <p className={styles.words}>
          A token of the environment (CLINE_API_KEY) is used in place of a sign-in. To sign in, start the app without it.
        </p>
      )
  }
}

function SignedOut({ problem }: { readonly problem: string | undefined }) {
  const call = useCall()
  return (
    <div className={styles.account}>
      <p className={styles.words}>
        Signing in opens a page in your browser. With an account you can use the provider Cline, and its web tools.
      </p>
      <p role="status" className={styles.problem}>
        {problem}
      </p>
      <Row>
        <Button onClick={() => call('account.signIn')}>Sign in to Cline</Button>
      </Row>
    </div>
  )
}

function SigningIn({ address }: { readonly address: string | undefined }) {
  const call = useCall()
  const { copy } = useActions()
  const words =
    address === undefined
      ? 'Go on in your browser. This page changes when you are done there. If no page opened, cancel and sign in again.'
      : 'No browser could be opened here. Open this address in a browser of this computer. This page changes when you are done there.'
  return (
    <div className={styles.account}>
      <p role="status" className={styles.words}>
        <Spinner /> <span>{words}</span>
      </p>
      {address !== undefined && <code className={styles.address}>{address}</code>}
      <Row>
        {address !== undefined && <Button onClick={() => void copy(address)}>Copy address</Button>}
        <Button onClick={() => call('account.cancelSignIn')}>Cancel the sign-in</Button>
      </Row>
    </div>
  )
}

function SignedIn({ account }: { readonly account: Extract<AccountState, { kind: 'signed_in' }> }) {
  const call = useCall()
  const bridge = useBridge()
  const { user, keptIn, balance } = account
  useEffect(() => {
    // What it says stands in the state; without an answer the balance stays unknown.
    void bridge.call('account.refresh', null)
  }, [bridge])
  return (
    <div className={styles.account}>
      <p role="status" className={styles.words}>
        {nameOf(user) === '' ? 'Signed in.' : `Signed in as ${nameOf(user)}.`}
      </p>
      <dl className={styles.facts}>
        <dt>Balance</dt>
        <dd>{balance === undefined ? 'Not known' : `$${balance.toFixed(2)}`}</dd>
        <dt>Kept</dt>
        <dd>{placeOf(keptIn)}</dd>
      </dl>
      <Row>
        <Button onClick={() => call('account.refresh')}>Refresh balance</Button>
        <Button onClick={() => call('account.openDashboard')}>Add credits</Button>
        {keptIn === 'memory' && <Button onClick={() => call('account.keep')}>Stay signed in, by a file only you can read</Button>}
        <Button onClick={() => call('account.signOut')}>Sign out</Button>
      </Row>
    </div>
  )
}

/** Empty while the API has not said who this is. */
const nameOf = ({ id, displayName, email }: AccountUser): string =>
  [displayName, displayName && email ? `(${email})` : email].filter(Boolean).join(' ') || id

const Row = ({ children }: { readonly children: ReactNode }) => <div className={styles.buttons}>{children}</div>

type AccountCall =
  | 'account.signIn'
  | 'account.cancelSignIn'
  | 'account.signOut'
  | 'account.keep'
  | 'account.refresh'
  | 'account.openDashboard'

/** Calls, and says what did not work. */
function useCall(): (name: AccountCall) => void {
  const bridge = useBridge()
  const { toast } = useActions()
  return (name) => {
    void bridge.call(name, null).then((result) => {
      if (!result.ok) toast('error', result.error.message, result.error.detail)
    })
  }
}
