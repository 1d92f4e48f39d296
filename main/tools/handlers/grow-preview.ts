import type { StreamedPreview, TaskConfig } from '../task-config'

/** Larger files get no preview: the card shows what the model writes instead. */
const MAX_FILE_BYTES = 4 * 1024 * 1024
const MAX_KEPT = 4

/** What the blocks that have arrived would change, as a diff; empty while nothing can be said. Costs what arrived since the last time. */
export function growPreview(config: TaskConfig, callId: string, call: { readonly path: string; readonly blocks: string }): string {
  const known = config.state.previews.get(callId)
  if (known?.path !== call.path) begin(config, callId, call.path)
  if (!known?.preview || known.path !== call.path) return ''
  known.preview.feed(call.blocks.slice(known.taken))
  known.taken = call.blocks.length
  return known.preview.diff
}

function begin(config: TaskConfig, callId: string, path: string): void {
  const { previews } = config.state
  const loaded = load(config, path).then((text) => {
    if (text !== undefined) entry.preview = config.services.edits.createPreview(text)
  })
  const entry: StreamedPreview = { path, loaded, preview: undefined, taken: 0 }
  previews.set(callId, entry)
  for (const oldest of previews.keys()) if (previews.size > MAX_KEPT) previews.delete(oldest)
}

/** A file that cannot be read has no preview; the call itself will say what is wrong with it. */
async function load(config: TaskConfig, path: string): Promise<string | undefined> {
  const { files } = config.services
  const resolved = await files.resolve(path)
  // Nobody was asked yet: a file outside the project is not opened for a picture.
  const read = resolved.inside && resolved.kind === 'file' ? await files.readText(resolved, MAX_FILE_BYTES) : undefined
  return read?.ok ? read.value.text : undefined
}
