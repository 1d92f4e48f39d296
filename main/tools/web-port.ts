export type WebOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  /** `isQuoting`: the sentence repeats something that strangers chose. */
  | { readonly ok: false; readonly message: string; readonly isQuoting: boolean }

/** The web, as one task reaches it now. */
export interface WebPort {
  /** Whether each of the tools can be carried out with the model in use. */
  offers(): { readonly fetch: boolean; readonly search: boolean }
  /** Hosts that a call reaches: of the page itself, or of the service that searches. */
  hostsOf(call: { readonly url: string } | { readonly query: string }): readonly string[]
  /** Why this page would not be fetched, as a sentence, where that is plain before anybody is asked. */
  refusalOf(url: string): string | undefined
  /** What a person should look at before these texts leave this machine, as a sentence. */
  concernOf(...texts: readonly string[]): string | undefined
  /** What the page says to the prompt. Rejects only when cancelled. */
  fetch(request: { readonly url: string; readonly prompt: string }, signal: AbortSignal): Promise<WebOutcome<string>>
  /** Rejects only when cancelled. */
  search(
    request: { readonly query: string; readonly allowedDomains: readonly string[]; readonly blockedDomains: readonly string[] },
    signal: AbortSignal,
  ): Promise<WebOutcome<readonly { readonly title: string; readonly url: string }[]>>
}
