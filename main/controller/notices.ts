import type { Notice } from '../../shared/extension-state'

/** What the person should know and that belongs to no chat. One notice per id; a later one replaces it. */
export class Notices {
  private readonly notices = new Map<string, Notice>()
  private readonly changed: (notice: Notice | undefined) => void

  /** `changed` gets the notice that is new, or undefined when one went. */
  constructor(changed: (notice: Notice | undefined) => void) {
    this.changed = changed
  }

  list(): Notice[] {
    return [...this.notices.values()]
  }

  add(notice: Notice): void {
    this.notices.set(notice.id, notice)
    this.changed(notice)
  }

  withdraw(id: string): void {
    if (this.notices.delete(id)) this.changed(undefined)
  }
}
