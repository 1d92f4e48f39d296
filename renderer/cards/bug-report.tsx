import type { BugReport } from '../../shared/messages'
import { VisibleText } from './visible-text'

/** A report word for word, as it would stand on the page that is opened. */
export function BugReportText({ report }: { readonly report: BugReport }) {
  return (
    <dl>
      {Object.entries(report).map(([name, text]) => (
        <div key={name}>
          <dt>{name.replaceAll('_', ' ')}</dt>
          <dd>
            <VisibleText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
