import { createEditPreview } from '../../main/workspace/edit-preview'
import { applyBlocks } from '../../main/workspace/edits'
import { table } from './statistics'

const LINES = 10_000
const BLOCKS = 1_000
const BLOCK_LINES = 4
const PIECE = 4
/** Of the stream: so many previews are rebuilt, and their cost is scaled up to all of its pieces. */
const SAMPLES = 60
const ROUNDS = 15
/** Rounds that only warm up. */
const WARM_UP = 5
/** In parts of what the naive way, or rebuilding the preview for each piece, costs in the same run. */
const MAX_APPLY = 0.03
const MAX_PREVIEW = 0.001

interface Block {
  readonly search: string
  readonly replace: string
}

/** 1,000 blocks on a file of 10,000 lines, and the preview of the same blocks as they stream. Gives the goals that were missed. */
export function benchEdits(): string[] {
  const lines = Array.from({ length: LINES }, (_, at) => `    const value_${at} = compute(${at}, ${at * 7}); // row ${at % 97}`)
  const original = `${lines.join('\n')}\n`
  const blocks = Array.from({ length: BLOCKS }, (_, at) => blockAt(lines, at * (LINES / BLOCKS) + 3))
  const exact = diffOf(blocks)
  const loose = diffOf(
    blocks.map(({ search, replace }) => ({ search: search.replace(/^ +/gm, ''), replace: replace.replace(/^ +/gm, '') })),
  )
  const wanted = naive(original, blocks)
  for (const diff of [exact, loose]) if (apply(original, diff) !== wanted) throw new Error('The edit engine and the naive way differ.')

  const costs = {
    naive: cpuMs(() => naive(original, blocks)),
    exact: cpuMs(() => apply(original, exact)),
    loose: cpuMs(() => apply(original, loose)),
    rebuilt: (cpuMs(() => rebuild(original, exact)) / SAMPLES) * Math.ceil(exact.length / PIECE),
    grown: cpuMs(() => stream(original, exact)),
  }
  console.log(`\nEdits: ${BLOCKS} SEARCH/REPLACE blocks on a file of ${LINES} lines, CPU, least of ${ROUNDS}`)
  const row = (name: string, ms: number, of: number, goal: string): string[] => [name, ms.toFixed(1), (ms / of).toFixed(5), goal]
  console.log(
    table(
      ['', 'ms', 'ratio', 'goal'],
      [
        row('naive: look twice, splice the text for each block', costs.naive, costs.naive, ''),
        row('engine, exact', costs.exact, costs.naive, `≤ ${MAX_APPLY}`),
        row('engine, indentation lost', costs.loose, costs.naive, `≤ ${MAX_APPLY}`),
        row(`preview rebuilt for each ${PIECE} characters (scaled up)`, costs.rebuilt, costs.rebuilt, ''),
        row('preview that grows, whole stream', costs.grown, costs.rebuilt, `≤ ${MAX_PREVIEW}`),
      ],
    ),
  )
  const goals: readonly (readonly [what: string, ratio: number, most: number])[] = [
    ['1,000 blocks', costs.exact / costs.naive, MAX_APPLY],
    ['1,000 blocks without their indentation', costs.loose / costs.naive, MAX_APPLY],
    ['A streamed preview', costs.grown / costs.rebuilt, MAX_PREVIEW],
  ]
  return goals
    .filter(([, ratio, most]) => !(ratio <= most))
    .map(([what, ratio, most]) => `${what}: × ${ratio.toFixed(5)} (at most × ${most})`)
}

function blockAt(lines: readonly string[], at: number): Block {
  const search = lines.slice(at, at + BLOCK_LINES).join('\n')
  return { search, replace: search.replace('compute', 'computeNew').replace('); //', ', true); //') }
}

const diffOf = (blocks: readonly Block[]): string =>
  blocks.map(({ search, replace }) => `------- SEARCH\n${search}\n=======\n${replace}\n+++++++ REPLACE\n`).join('')

/** One edit at a time on the growing text, each looked for twice to know that it is unique. */
function naive(text: string, blocks: readonly Block[]): string {
  for (const { search, replace } of blocks) {
    const at = text.indexOf(search)
    if (at < 0 || text.indexOf(search, at + 1) >= 0) throw new Error('A block has not one place.')
    text = text.slice(0, at) + replace + text.slice(at + search.length)
  }
  return text
}

function apply(original: string, diff: string): string {
  const outcome = applyBlocks(original, diff)
  if (outcome.kind !== 'edited') throw new Error('The blocks were not applied.')
  return outcome.text
}

/** What a preview costs that begins anew with each piece, at points spread over the stream: read all blocks, apply them in order. */
function rebuild(original: string, diff: string): number {
  let length = 0
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    const arrived = diff.slice(0, Math.floor((diff.length * sample) / SAMPLES))
    const pieces: string[] = []
    let last = 0
    for (const [, search = '', replace = ''] of arrived.matchAll(WHOLE_BLOCK)) {
      const at = original.indexOf(search, last)
      pieces.push(original.slice(last, at), replace)
      last = at + search.length
    }
    // The joined text is what a window would be given.
    length += Buffer.byteLength(pieces.join('') + original.slice(last))
  }
  return length
}

const WHOLE_BLOCK = /^-+ SEARCH\n([^]*?)\n=+\n([^]*?)\n\++ REPLACE$/gm

function stream(original: string, diff: string): number {
  const preview = createEditPreview(original)
  for (let at = 0; at < diff.length; at += PIECE) preview.feed(diff.slice(at, at + PIECE))
  if (preview.added < BLOCKS) throw new Error('The preview lost blocks.')
  return preview.diff.length
}

/** The least of some rounds: what a busy neighbour and the collector of another round add is none of the work's. */
function cpuMs(work: () => unknown): number {
  const times: number[] = []
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    if (round >= WARM_UP) times.push((user + system) / 1_000)
  }
  return Math.min(...times)
}
