/**
 * Gives the memory of bytes that nobody reads any more back at once: the collector lets 64 MB of them pile up before it begins. Does nothing
 * to bytes that share their memory with others, as small ones do.
 */
export function release({ buffer, byteLength }: Buffer): void {
  if (byteLength > 0 && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
