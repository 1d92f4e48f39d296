import type { ExtensionState, HistoryItem, SessionSummary } from '../../../shared/extension-state'
import type { ClineMessage } from '../../../shared/messages'
import { CWD, NOW, ago, chat } from './sample-rows'

export const session = (sessionId: string, change: Partial<SessionSummary>): SessionSummary => ({
  sessionId,
  taskId: `task-${sessionId}`,
  title: 'Make the invoice total right',
  cwd: CWD,
  state: 'streaming',
  ts: ago(20),
  totalCost: 0.12,
  ...change,
})
export const past = (id: string, task: string, days: number, change: Partial<HistoryItem> = {}): HistoryItem => ({
  id,
  ts: NOW - days * 86_400_000 - 3_000_000,
  task,
  cwd: CWD,
  status: 'completed',
  tokensIn: 12_000,
  tokensOut: 2_000,
  cacheReads: 0,
  cacheWrites: 0,
  totalCost: 0.31,
  ...change,
})

const history: HistoryItem[] = [
  past('h1', 'Add a dark theme to the order list', 0),
  past('h2', 'Why does the import take four minutes on Mondays?', 1, { status: 'cancelled', totalCost: undefined }),
  past('h3', 'Upgrade the test runner', 1, { status: 'failed', cwd: '/home/mira/projects/shop-front' }),
  past('h4', 'اكتب اختبارات لدالة المجموع', 3),
  past('h5', 'Rename customer to client everywhere, but not in the database', 20),
]

/** A window in which some work has been done. */
export const base: Partial<ExtensionState> = {
  version: '0.1.0',
  platform: 'linux',
  homeDir: '/home/mira',
  welcomeViewCompleted: true,
  currentSessionId: 's1',
  cwd: CWD,
  currentTaskItem: past(
    'task-s1',
    'The total on the invoice is wrong by some cents. Find out why, mend it, and make sure that the tests pass.',
    0,
  ),
  recentFolders: [CWD, '/home/mira/projects/shop-front', '/srv/projects/a-rather-long-folder-name/of-a-deeply-nested/project'],
  sessions: [
    session('s2', {
      title: 'Write the release notes',
      state: 'awaiting_approval',
      waitsFor: 'Run git log --oneline v2.2..',
      ts: ago(260),
      cwd: '/home/mira/projects/shop-front',
    }),
    session('s1', {}),
  ],
  taskHistory: history,
  apiConfiguration: { actModeApiProvider: 'anthropic', actModeApiModelId: 'claude-sonnet-4-5' },
  usage: {
    tokensIn: 48_210,
    tokensOut: 3_904,
    cacheReads: 120_400,
    cacheWrites: 22_000,
    cost: 0.12,
    contextTokens: 61_000,
    contextWindow: 200_000,
  },
}

/** The same with something that waits for the person. */
export const waits = (row: ClineMessage, state: 'awaiting_approval' | 'awaiting_answer', waitsFor: string): Partial<ExtensionState> => ({
  ...base,
  sessions: [session('s1', { state, waitsFor }), ...(base.sessions ?? []).slice(0, 1)],
  clineMessages: [...chat, row],
  taskState: { kind: state, turn: 4, askTs: row.ts },
})
