/** Further arguments of the person for the browser: those that are passed on, and those that would open it to others. */
export interface CustomArgs {
  readonly taken: readonly string[]
  readonly refused: readonly string[]
}

/** What keeps the browser apart from the person's own, in its sandbox, and on the way that is looked at. Windows takes capitals too. */
const KEPT = [
  /^--(?:remote-debugging|remote-allow|user-data-dir|profile-directory|proxy|no-proxy|host-resolver|host-rules)/i,
  /^--(?:no-sandbox|disable-.*sandbox|no-zygote|single-process|disable-web-security|disable-site-isolation|allow-running-insecure)/i,
  /^--(?:enable-automation|load-extension|allow-file-access|disable-features|renderer-cmd-prefix|utility-cmd-prefix|gpu-launcher|block-new)/i,
  /^--(?:headless|ppapi|browser-subprocess|ignore-certificate|unsafely|auto-grant|use-fake-ui|enable-blink-test|force-webrtc)/i,
]

/** Parted by blanks; quotes keep blanks together. What does not begin with `--` is an address to open, and is refused as well. */
export function customArgs(text: string): CustomArgs {
  const words = [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/["']/g, ''))
  const isRefused = (word: string): boolean => !word.startsWith('--') || KEPT.some((pattern) => pattern.test(word))
  return { taken: words.filter((word) => !isRefused(word)), refused: words.filter(isRefused) }
}
