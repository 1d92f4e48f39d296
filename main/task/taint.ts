import type { TaintFact } from '../approval/taint'
import type { TaskJournal } from './journal-records'

/**
 * What has come into a task that makes its next steps riskier. One for the task and all its subagents: what one has read, another may be
 * told. It never goes out again, and is written down, so that it holds after a restart.
 */
export class Taint {
  private readonly journal: Pick<TaskJournal, 'append'>
  private readonly known = new Set<TaintFact>()

  constructor(journal: Pick<TaskJournal, 'append'>) {
    this.journal = journal
  }

  get facts(): ReadonlySet<TaintFact> {
    return this.known
  }

  get hasStrangersText(): boolean {
    return this.known.has('web') || this.known.has('servers')
  }

  /** From the journal. */
  restore(facts: readonly TaintFact[]): void {
    for (const fact of facts) this.known.add(fact)
  }

  add(fact: TaintFact): void {
    if (this.known.has(fact)) return
    this.known.add(fact)
    this.journal.append({ k: 'taint', fact })
  }
}
