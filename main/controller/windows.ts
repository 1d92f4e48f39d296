import type { ExtensionState, StateKey } from '../../shared/extension-state'
import type { Push, PushName } from '../../shared/ipc'
import type { RowOp } from '../task/message-state'
import { Publisher } from './publish'

/** Tells one window something. */
export type Send = <Name extends PushName>(name: Name, payload: Push<Name>) => void

export interface StateReader {
  /** Everything. */
  whole(): ExtensionState
  /** One key, without looking at the rows. */
  value(key: StateKey): ExtensionState[StateKey]
}

/** The windows that are open, each with what it has been told. */
export class Windows {
  private readonly publishers = new Map<Send, Publisher>()
  private readonly state: StateReader

  constructor(state: StateReader) {
    this.state = state
  }

  /** The function that comes back ends it. */
  attach(send: Send): () => void {
    const publisher = new Publisher({
      send: (push) => send('state', push),
      snapshot: () => this.state.whole(),
      value: (key) => this.state.value(key),
    })
    this.publishers.set(send, publisher)
    publisher.postSnapshot()
    return () => {
      publisher.close()
      this.publishers.delete(send)
    }
  }

  postStateToWebview(): void {
    for (const publisher of this.publishers.values()) publisher.postSnapshot()
  }

  postKeys(keys: readonly StateKey[]): void {
    for (const publisher of this.publishers.values()) for (const key of keys) publisher.postKey(key)
  }

  postRow(op: RowOp): void {
    for (const publisher of this.publishers.values()) publisher.postRow(op)
  }

  send<Name extends PushName>(name: Name, payload: Push<Name>): void {
    for (const send of this.publishers.keys()) send(name, payload)
  }
}
