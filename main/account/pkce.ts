import { createHash, randomBytes } from 'node:crypto'

/** What binds the answer of a sign-in to the request for it (RFC 7636, and the state of RFC 6749). */
export interface SignInProof {
  /** Told to nobody but the token endpoint. */
  readonly verifier: string
  /** S256 of the verifier. */
  readonly challenge: string
  readonly state: string
}

export function createProof(): SignInProof {
  const verifier = randomBytes(48).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, challenge, state: randomBytes(32).toString('base64url') }
}
