/**
 * Paths that no tool touches, whatever was approved: views into the kernel and devices, network shares and
 * device names of Windows, and names with control characters, which could pass for something else when shown.
 */
export function isForbidden(path: string, platform: NodeJS.Platform): boolean {
  if (CONTROL_CHARACTERS.test(path)) return true
  return platform === 'win32' ? isForbiddenOnWindows(path) : KERNEL_VIEWS.test(path) && !SHARED_MEMORY.test(path)
}

/** Also those that turn the direction of writing around. */
const CONTROL_CHARACTERS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const KERNEL_VIEWS = /^\/(?:proc|sys|dev)(?:\/|$)/
const SHARED_MEMORY = /^\/dev\/shm(?:\/|$)/

const NETWORK_OR_DEVICE = /^(?:[\\/]{2}|\\\?\?\\)/
const DEVICE_NAME = /(?:^|[\\/])(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.[^\\/]*)?[ .]*(?:[\\/]|$)/i

function isForbiddenOnWindows(path: string): boolean {
  const withoutDrive = path.replace(/^[a-z]:(?=[\\/])/i, '')
  return NETWORK_OR_DEVICE.test(path) || withoutDrive.includes(':') || DEVICE_NAME.test(withoutDrive)
}
