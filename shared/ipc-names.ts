/** Names alone, without schemas: all that the preload may import. A contract test keeps this equal to shared/ipc.ts. */
export const callNames = [
  'state.request',
  'settings.update',
  'secret.set',
  'secret.delete',
  'provider.check',
  'servers.find',
  'folder.pick',
  'folder.check',
  'session.new',
  'session.open',
  'session.close',
  'task.start',
  'task.open',
  'task.cancel',
  'task.clear',
  'task.delete',
  'demo.start',
  'ask.answer',
  'retry.now',
  'retry.stop',
  'message.queue',
  'message.edit',
  'message.unqueue',
  'mode.set',
  'draft.save',
  'attachment.save',
  'command.detach',
  'job.stop',
  'terminal.input',
  'environment.read',
  'terminal.open',
  'browser.picture',
  'browser.check',
  'changes.list',
  'changes.diff',
  'changes.preview',
  'changes.toggle',
  'rule.revoke',
  'rule.add',
  'link.open',
  'file.reveal',
  'notice.dismiss',
] as const
export const pushNames = ['state', 'terminal.data', 'app.command'] as const

/** The one channel each way: `countersign:call` carries [name, input], `countersign:push` carries [name, payload]. */
export const CALL_CHANNEL = 'countersign:call'
export const PUSH_CHANNEL = 'countersign:push'
/** The name of the bridge on the window. */
export const BRIDGE_KEY = 'countersign'
