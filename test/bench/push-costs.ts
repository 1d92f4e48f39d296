import { historyOf, openPipeline } from './push-pipeline'
import { median } from './statistics'

export interface PushCosts {
  readonly rows: number
  readonly bytesPerPiece: number
  readonly cpuMicrosPerPiece: number
  /** One push of the whole state, for comparison. */
  readonly wholeBytes: number
  readonly wholeCpuMs: number
}

const PIECE = 'abc '
/** What arrives within one frame when a model writes fast. */
const PIECES_PER_FRAME = 10
const ROUNDS = 7

/** Streams one answer into chats of different length, taking turns, so that noise falls on all of them alike. */
export function measurePushes(lengths: readonly number[], pieces: number): PushCosts[] {
  const runs = lengths.map((rows) => ({ rows, pipeline: openPipeline(historyOf(rows)), bytes: [] as number[], cpu: [] as number[] }))
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const run of runs) {
      const { bytes, cpuMicros } = streamOnce(run.pipeline, pieces)
      // The first round only warms up.
      if (round === 0) continue
      run.bytes.push(bytes / pieces)
      run.cpu.push(cpuMicros / pieces)
    }
  }
  return runs.map(({ rows, pipeline, bytes, cpu }) => {
    const before = process.cpuUsage()
    const sent = pipeline.sentChars()
    pipeline.publisher.postSnapshot()
    pipeline.frame()
    const whole = { wholeBytes: pipeline.sentChars() - sent, wholeCpuMs: microsSince(before) / 1_000 }
    pipeline.close()
    return { rows, bytesPerPiece: median(bytes), cpuMicrosPerPiece: median(cpu), ...whole }
  })
}

function streamOnce(pipeline: ReturnType<typeof openPipeline>, pieces: number): { bytes: number; cpuMicros: number } {
  const ts = pipeline.rows.say({ say: 'text', text: '', partial: true })
  pipeline.frame()
  const sent = pipeline.sentChars()
  const before = process.cpuUsage()
  for (let piece = 1; piece <= pieces; piece += 1) {
    pipeline.rows.append(ts, 'text', PIECE)
    if (piece % PIECES_PER_FRAME === 0) pipeline.frame()
  }
  pipeline.frame()
  const result = { bytes: pipeline.sentChars() - sent, cpuMicros: microsSince(before) }
  pipeline.rows.remove(ts)
  pipeline.frame()
  return result
}

function microsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}
