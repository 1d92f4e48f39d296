/** A path as given, resolved once. Structurally what main/tools asks of its port. */
export interface ResolvedPath {
  readonly given: string
  readonly absolute: string
  readonly real: string
  readonly display: string
  readonly inside: boolean
  readonly kind: 'file' | 'directory' | 'missing' | 'other'
  readonly size: number
}

export interface TextFile {
  readonly text: string
  readonly encoding: string
  readonly hasBom: boolean
  readonly hash: string
  readonly writable: boolean
  readonly unsure: boolean
}

export interface Failure {
  readonly code:
    | 'missing'
    | 'not_a_file'
    | 'not_a_directory'
    | 'denied'
    | 'binary'
    | 'image'
    | 'too_large'
    | 'not_encodable'
    | 'changed'
    | 'bad_pattern'
    | 'failed'
  readonly message: string
}

export type Outcome<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Failure }

export const fine = <Value>(value: Value): Outcome<Value> => ({ ok: true, value })
export const fails = (code: Failure['code'], message: string): { readonly ok: false; readonly error: Failure } => ({
  ok: false,
  error: { code, message },
})
