/** A page or a search that came to nothing; `message` is a sentence for the model and the person. */
export class WebError extends Error {
  override readonly name = 'WebError'
  /** True where the sentence repeats something that strangers chose. */
  readonly isQuoting: boolean
  constructor(message: string, { isQuoting = false, cause }: { readonly isQuoting?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause })
    this.isQuoting = isQuoting
  }
}
