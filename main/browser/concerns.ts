import type { BrowserSettings } from '../../shared/browser'
import { addressWords, type AddressKind } from '../network/addresses'
import { isOnThisMachine } from './remote-browser'
import type { WebAddress } from './web-address'

/** What the person should know of before an address is opened depends on. */
export interface Circumstances {
  readonly settings: BrowserSettings
  /** Of the address, as far as it is known. */
  readonly kind: AddressKind
  /** Its place was approved for the browser that runs. */
  readonly isApproved: boolean
  /** Hosts of the task so far. */
  readonly hosts: ReadonlySet<string>
  /** True when a known key of the person's stands in a text. */
  readonly holdsSecret: (text: string) => boolean
  /** Why a browser of ours has no sandbox here; undefined when it has one. */
  readonly noSandbox: () => string | undefined
}

/** More hosts than one piece of work needs may carry something out, bit by bit. */
const MAX_HOSTS = 20

/** What the person should know before this address is opened, as sentences; undefined when there is nothing. */
export function concernOf(address: WebAddress, around: Circumstances): string | undefined {
  const concerns = [ofPlace(address, around), ofAddress(address, around), ofProgram(around)]
  const words = concerns.filter((concern) => concern !== undefined).join(' ')
  if (words === '') return undefined
  // Which host it is about comes before why it is asked about.
  const isAnother = around.hosts.size > 0 && !around.hosts.has(address.host) && !words.startsWith(address.place)
  return isAnother ? `This would be the first page of ${address.place} in this task. ${words}` : words
}

function ofPlace(address: WebAddress, { kind, isApproved }: Circumstances): string | undefined {
  if (kind === 'public' || isApproved) return undefined
  // That a name of this machine leads to this machine is no news.
  return address.kind === 'loopback' ? undefined : `${address.place} is ${addressWords[kind]}.`
}

function ofAddress({ host, url }: WebAddress, { hosts, holdsSecret }: Circumstances): string | undefined {
  if (holdsSecret(url)) return 'A key of yours stands in this address.'
  const isFurther = !hosts.has(host) && hosts.size >= MAX_HOSTS
  return isFurther ? `This task has opened pages of ${hosts.size} hosts already.` : undefined
}

function ofProgram({ settings: { remoteBrowserEnabled, remoteBrowserHost: host }, noSandbox }: Circumstances): string | undefined {
  if (remoteBrowserEnabled)
    return isOnThisMachine(host)
      ? `It opens in the browser at ${host}, which this app did not start.`
      : `It opens in the browser at ${host}, on another machine: what its pages reach there cannot be checked from here.`
  const why = noSandbox()
  return why === undefined ? undefined : `The browser runs without its sandbox here, because ${why}.`
}
