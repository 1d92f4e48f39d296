import type { ExplanationComment } from '../../../shared/messages'

export const COMMENT_FORMAT = `Answer with nothing but comments, each in this form:
@@@ FILE: <path>
@@@ LINE: <number of a line of the new text, counted from 1>
<the comment, in one to three sentences>
@@@`

/** The part of an answer that still comes in which every comment is whole. */
export const wholeComments = (answer: string): string => answer.slice(0, Math.max(...CLOSED.map((end) => answer.lastIndexOf(end) + 1)))

const CLOSED = ['\n@@@\n', '\n@@@\r\n']

const HEAD = /^@@@ FILE: (.+)\n@@@ LINE: (\d+)\n/
const MAX_COMMENT = 2_000
/** More than anybody reads. */
const MAX_COMMENTS = 200

/** The comments in an answer of that form, on files that were asked about. */
export function readComments(answer: string, paths: ReadonlySet<string>): readonly ExplanationComment[] {
  return answer
    .replaceAll('\r\n', '\n')
    .split(/^(?=@@@ FILE: )/m)
    .slice(0, MAX_COMMENTS)
    .flatMap((piece) => {
      const head = HEAD.exec(piece)
      const [whole, path = '', line = ''] = head ?? []
      const text =
        whole === undefined
          ? ''
          : piece
              .slice(whole.length)
              .replace(/^@@@\s*$/gm, '')
              .trim()
      return text === '' || !paths.has(path.trim()) ? [] : [{ path: path.trim(), line: Number(line), text: text.slice(0, MAX_COMMENT) }]
    })
}
