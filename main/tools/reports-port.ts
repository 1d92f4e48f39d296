import type { BugReport } from '../../shared/messages'

/** Where reports of problems with the app go. Nothing is sent from here: a person does, on a page that is filled in. */
export interface ReportsPort {
  /** With what is known of this machine and the model, and without any known key. */
  complete(report: BugReport): BugReport
  /** Opens the page in the person's browser. Where there is none, `isOpen` is false. */
  open(report: BugReport): Promise<{ readonly address: string; readonly isOpen: boolean }>
}
