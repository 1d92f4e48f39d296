import type { Result } from '../../shared/result'

/** An address that a page may be opened at, and what the person should know of it first. */
export interface BrowserAddress {
  readonly url: string
  readonly host: string
  readonly port: number
  /** What its address is, as far as was known when it was looked at: `public`, `loopback`, `private`, … Only that is approved. */
  readonly kind: string
  /** The host, with the port when it is not the usual one. */
  readonly place: string
  /** A page of this place was approved for the browser that runs. */
  readonly isApproved: boolean
  /** Sentences; with one it is asked about each time. */
  readonly concern: string | undefined
}

/** A page after a step. */
export interface BrowserLook {
  readonly url: string
  readonly title: string
  /** It did not come from this machine. */
  readonly fromWeb: boolean
  /** Lines of the console, cut. */
  readonly logs: string
  /** Sentences on what the page did by itself. */
  readonly notes: readonly string[]
  /** `name` is how the window asks for it; `data` is base64; sizes are in pixels, those of the viewport. */
  readonly picture: {
    readonly name: string
    readonly mediaType: string
    readonly data: string
    readonly width: number
    readonly height: number
  }
  /** In pixels of the viewport. */
  readonly mouse: { readonly x: number; readonly y: number } | undefined
  /** Where the page wants to go, and may not by itself. */
  readonly wanted: string | undefined
}

export type PageAction =
  | { readonly kind: 'click'; readonly at: { readonly x: number; readonly y: number } }
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'scroll'; readonly by: 'down' | 'up' }

/**
 * Why nothing came of it, as a sentence for the model. `asks`: it may be tried again, and then there is more to ask about. `fromWeb`: a
 * page that is none of this machine chose some of the words.
 */
export interface BrowserTrouble {
  readonly message: string
  readonly asks?: true
  readonly fromWeb?: true
}

/** How a picture is wanted, and until when. */
export interface BrowserWish {
  readonly webp: boolean
  readonly signal: AbortSignal
}

/** The browser of the task: at most one, with one page. Only Cancel makes these reject. */
export interface BrowserPort {
  /** Reads an address and asks nothing of anybody. A sentence for the model when it is none that can be opened. */
  look(text: string): Result<BrowserAddress, string>
  readonly isOpen: boolean
  /** Where the page is that is shown. */
  readonly shown: BrowserAddress | undefined
  /** In pixels. */
  readonly viewport: { readonly width: number; readonly height: number }
  /** True when a known key of the person's stands in a text. */
  holdsSecret(text: string): boolean
  /** Opens an address that was approved, in a new browser when there is none, or the settings are others by now. */
  open(address: BrowserAddress, wish: BrowserWish): Promise<Result<BrowserLook, BrowserTrouble>>
  act(action: PageAction, wish: BrowserWish): Promise<Result<BrowserLook, BrowserTrouble>>
  end(): Promise<void>
}
