/** What the Cline API is told of the program that calls it. */
export interface ClineClient {
  readonly version: string
  /** Whether a window is there. */
  readonly type: 'desktop' | 'cli'
}

/** The headers that every call to the Cline API carries. Sessions have one folder each, so none is of several roots. */
export function buildClineExtraHeaders({ version, type }: ClineClient): Readonly<Record<string, string>> {
  return {
    'User-Agent': `Cline/${version}`,
    'X-PLATFORM': 'Countersign',
    'X-PLATFORM-VERSION': version,
    'X-CLIENT-TYPE': type,
    'X-CLIENT-VERSION': version,
    'X-CORE-VERSION': version,
    'X-IS-MULTIROOT': 'false',
  }
}
