// The page's own world: all that it gets of the preload is what was exposed, and it cannot be replaced.
export function mainWorld(bridge) {
  bridge.onExpose((key, value) => Object.defineProperty(window, key, { value, enumerable: true }))
}
