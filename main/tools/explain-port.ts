import type { Result } from '../../shared/result'

/** What an explanation of changes is made from. */
export interface ExplainPort {
  /** Files whose text changed between two states of the repository, as they were and as they are. A sentence for the model when that cannot be told. */
  changes(
    from: string,
    to: string | undefined,
    signal: AbortSignal,
  ): Promise<
    Result<
      {
        readonly files: readonly { readonly path: string; readonly before: string | undefined; readonly after: string | undefined }[]
        /** Changed too, and not to be shown: no text, too large, or too many. */
        readonly leftOut: number
      },
      string
    >
  >
  /** One question to the model in use, beside the conversation. `heard` is told the answer as far as it has come. Rejects when it cannot be asked. */
  ask(
    question: { readonly instructions: string; readonly text: string },
    signal: AbortSignal,
    heard?: (answer: string) => void,
  ): Promise<string>
}
