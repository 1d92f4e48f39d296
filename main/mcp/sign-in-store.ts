import { createHash } from 'node:crypto'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { z } from 'zod'
import { parseJson } from '../../shared/parse-json'
import type { SecretStore } from '../storage/secret-store'

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
  /** Where no keychain and no file may hold them, until the app ends. */
  private readonly held = new Map<string, SignedIn>()

  constructor(secrets: SecretStore, learn: (secret: string) => void) {
    this.secrets = secrets
    this.learn = learn
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

  async set(name: string, url: string, signedIn: SignedIn): Promise<void> {
    this.learnAll(signedIn)
    const key = keyOf(name, url)
    this.held.set(key, signedIn)
    const { outcome } = await this.secrets.set(key, JSON.stringify(signedIn))
    if (outcome === 'saved') this.held.delete(key)
  }

  async delete(name: string, url: string): Promise<void> {
    this.held.delete(keyOf(name, url))
    await this.secrets.delete(keyOf(name, url))
  }

  private learnAll({ tokens, client }: SignedIn): void {
    for (const secret of [tokens.access_token, tokens.refresh_token, client.client_secret]) if (secret !== undefined) this.learn(secret)
  }
}

const keyOf = (name: string, url: string): string => `mcp-${createHash('sha256').update(`${name}:${url}`).digest('hex')}`
