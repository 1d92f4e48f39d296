import type { TaskJournal } from './journal-records'

/** The web addresses that were fetched for a task and its subagents, or begun to be. Written down, so that their count holds after a restart. */
export class FetchedAddresses {
  private readonly journal: Pick<TaskJournal, 'append'>
  private readonly known = new Set<string>()

  constructor(journal: Pick<TaskJournal, 'append'>) {
    this.journal = journal
  }

  get size(): number {
    return this.known.size
  }

  /** From the journal. */
  restore(addresses: readonly string[]): void {
    for (const address of addresses) this.known.add(address)
  }

  add(address: string): void {
    if (this.known.has(address)) return
    this.known.add(address)
    this.journal.append({ k: 'fetched', address })
  }
}
