/** What the doctor found of one thing. `mend` says what to do, or what follows; it may stand beside something found. */
export interface Finding {
  readonly name: string
  readonly found: boolean
  readonly version?: string
  readonly path?: string
  readonly mend?: string
}
