import type { Notice } from '../../shared/extension-state'
import type { McpServer } from '../../shared/mcp'

export interface NoticeBoard {
  add(notice: Notice): void
  withdraw(id: string): void
}

const MAX_PROBLEM_LENGTH = 300

/** Tells the person of servers that a task wanted and that are not there; takes it back once they are. */
export class ServerNotices {
  private readonly told = new Map<string, string>()
  private readonly board: NoticeBoard

  constructor(board: NoticeBoard) {
    this.board = board
  }

  tell(servers: readonly McpServer[]): void {
    const notices = servers.flatMap((server) => noticeOf(server) ?? [])
    for (const id of this.told.keys()) if (!notices.some((notice) => notice.id === id)) this.withdraw(id)
    for (const notice of notices) {
      if (this.told.get(notice.id) === notice.text) continue
      this.told.set(notice.id, notice.text)
      this.board.add(notice)
    }
  }

  private withdraw(id: string): void {
    this.told.delete(id)
    this.board.withdraw(id)
  }
}

/** Below it stands what the server printed: that is for its place in the list. */
const firstLine = (problem: string): string => (problem.split('\n', 1)[0] ?? '').slice(0, MAX_PROBLEM_LENGTH)

function noticeOf({ name, status, problem = '' }: McpServer): Notice | undefined {
  const notice = (level: Notice['level'], text: string): Notice => ({ id: `mcp-${name}`, level, code: `mcp_${status}`, text })
  switch (status) {
    case 'slow':
      return notice('info', `The MCP server ${name} takes long to start. Its tools join with the turn after it is there.`)
    case 'failed':
    case 'broken':
      return notice('warning', `The MCP server ${name} is not used: see MCP servers in the settings. ${firstLine(problem)}`)
    case 'unapproved':
      return notice('info', `The MCP server ${name} does not run before you approve it: see MCP servers in the settings.`)
    case 'needs_auth':
      return notice('warning', `The MCP server ${name} wants a sign-in: see MCP servers in the settings.`)
    default:
      return undefined
  }
}
