import { release } from 'node:os'
import type { BugReport } from '../../shared/messages'
import type { ReportsPort } from '../tools/reports-port'
import { ISSUES_PAGE } from '../version'

/** What this app is, and how it opens a page. */
export interface ReportingApp {
  readonly version?: string
  /** Opens an https address in the person's browser. Absent without a window. */
  readonly openExternal?: (url: string) => Promise<void>
}

export interface BugReportParts {
  /** The model that answers now; undefined while none is set up. */
  readonly model: () => { readonly providerId: string; readonly modelId: string } | undefined
  readonly mask: { maskSecrets(text: string): string }
}

/** In characters: longer addresses are refused on the way. */
const MAX_ADDRESS = 7_500
const MAX_TITLE = 200

export function createBugReports(app: ReportingApp, { model, mask }: BugReportParts): ReportsPort {
  return {
    complete(report) {
      const now = model()
      const facts: BugReport = {
        ...report,
        ...(now ? { provider_and_model: `${now.providerId}/${now.modelId}` } : {}),
        operating_system: `${process.platform} ${release()}`,
        system_info: `${process.arch}, Node ${process.versions.node}`,
        app_version: app.version ?? 'unknown',
      }
      // Every value is a text.
      return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, mask.maskSecrets(value)])) as BugReport
    },
    async open(report) {
      const address = addressOf(report)
      // Where no browser can be opened the person may have one elsewhere.
      const isOpen =
        (await app.openExternal?.(address).then(
          () => true,
          () => false,
        )) ?? false
      return { address, isOpen }
    },
  }
}

/** The page with the report filled in; of a long one the end is left out, and that is said. */
function addressOf({ title, ...report }: BugReport): string {
  const body = Object.entries(report)
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `### ${name.replaceAll('_', ' ')}\n\n${value}`)
    .join('\n\n')
  const fit = (length: number): string => {
    const cut = length < body.length ? `${body.slice(0, length)}\n\n(shortened)` : body
    return `${ISSUES_PAGE}/new?${new URLSearchParams({ title: title.slice(0, MAX_TITLE), body: cut.toWellFormed() }).toString()}`
  }
  let length = body.length
  while (length > 0 && fit(length).length > MAX_ADDRESS) length = Math.floor(length * 0.9)
  return fit(length)
}
