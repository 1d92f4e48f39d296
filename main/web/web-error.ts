/** A page or a search that came to nothing; `message` is a sentence for the model and the person. */
export class WebError extends Error {
  override readonly name = 'WebError'
}
