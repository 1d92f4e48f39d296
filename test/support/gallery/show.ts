import { BRIDGE_KEY } from '../../../shared/ipc-names'
import { start } from '../../../renderer/start'
import { fakeBridge } from '../fake-bridge'
import { sampleNamed } from './samples'

/** Shows the sample that the address names (`#streaming`) in the real window, on a bridge that only pretends. */
export function show(page: Window): void {
  const sample = sampleNamed(decodeURIComponent(page.location.hash.slice(1)))
  const bridge = fakeBridge(sample.state)
  Reflect.set(page, BRIDGE_KEY, bridge)
  sample.play?.(bridge)
  start(page)
}
