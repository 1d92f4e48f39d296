import { MarkedText } from '../features/approval/marked-text'

// Printable ASCII, which is nearly every command and path, needs no closer look.
const ORDINARY = /^[\x20-\x7e\n]*$/

/** A command or a path from outside, read left to right, with every character marked that cannot be seen or that misleads. */
export function VisibleText({ text }: { readonly text: string }) {
  return <bdi dir="ltr">{ORDINARY.test(text) ? text : <MarkedText text={text} />}</bdi>
}
