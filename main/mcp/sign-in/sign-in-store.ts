import { createHash } from 'node:crypto'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { z } from 'zod'
import { parseJson } from '../../../shared/parse-json'
import type { AloneWith } from '../../storage/file-lock'
import type { SecretStore } from '../../storage/secret-store'

/** What a sign-in gave: kept as one secret. */
export interface SignedIn {
  readonly tokens: OAuthTokens
  readonly client: OAuthClientInformationMixed
}

// As the library stored it: only its outline is checked.
const Stored = z.object({ tokens: z.looseObject({ access_token: z.string() }), client: z.looseObject({ client_id: z.string() }) })

/** The secrets of sign-ins, each for one server at one address: another address of the same name is another server. */
export class SignInStore {
  private readonly secrets: SecretStore
  private readonly learn: (secret: string) => void
  private readonly alone: AloneWith
  /** Where no keychain and no file may hold them, until the app ends. */
  private readonly held = new Map<string, SignedIn>()

  /** No two changes are made at once, whichever processes make them. */
  constructor(secrets: SecretStore, learn: (secret: string) => void, alone: AloneWith = (work) => work()) {
    this.secrets = secrets
    this.learn = learn
    this.alone = alone
  }

  async get(name: string, url: string): Promise<SignedIn | undefined> {
    const key = keyOf(name, url)
    const held = this.held.get(key)
    if (held) return held
    const kept = await this.secrets.get(key)
    const parsed = kept.kind === 'found' ? Stored.safeParse(parseJson(kept.key)) : undefined
    if (!parsed?.success) return undefined
    // Written by `set`, from what the library gave.
    const signedIn = parsed.data as SignedIn
    this.learnAll(signedIn)
    return signedIn
  }

  set(name: string, url: string, signedIn: SignedIn): Promise<void> {
    return this.alone(() => this.put(name, url, signedIn))
  }

  delete(name: string, url: string): Promise<void> {
    return this.alone(() => this.remove(name, url))
  }

  /** Newer tokens for a sign-in that is still the one that is kept; undefined ends it. False where the person signed out or in anew meanwhile. */
  replace(name: string, url: string, old: SignedIn, next: SignedIn | undefined): Promise<boolean> {
    return this.alone(async () => {
      const kept = await this.get(name, url)
      if (kept?.tokens.access_token !== old.tokens.access_token) return false
      await (next ? this.put(name, url, next) : this.remove(name, url))
      return true
    })
  }

  private async put(name: string, url: string, signedIn: SignedIn): Promise<void> {
    this.learnAll(signedIn)
    const key = keyOf(name, url)
    this.held.set(key, signedIn)
    const { outcome } = await this.secrets.set(key, JSON.stringify(signedIn))
    if (outcome === 'saved') this.held.delete(key)
  }

  private async remove(name: string, url: string): Promise<void> {
    this.held.delete(keyOf(name, url))
    await this.secrets.delete(keyOf(name, url))
  }

  private learnAll({ tokens, client }: SignedIn): void {
    for (const secret of [tokens.access_token, tokens.refresh_token, client.client_secret]) if (secret !== undefined) this.learn(secret)
  }
}

const keyOf = (name: string, url: string): string => `mcp-${createHash('sha256').update(`${name}:${url}`).digest('hex')}`
