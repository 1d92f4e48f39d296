import { ok } from '../../../shared/result'
import { CWD, ago, chat } from './sample-rows'
import { base } from './sample-state'
import type { Sample } from './samples'
import { showSection } from './show-section'

const working = { ...base, clineMessages: [...chat], taskState: { kind: 'streaming' as const, turn: 4 } }

export const settingsSamples: readonly Sample[] = [
  { name: 'rules-none', state: base, steps: (page) => showSection(page, 'Rules') },
  {
    name: 'rules',
    state: {
      ...base,
      rules: [
        {
          id: 'r1',
          decision: 'allow',
          subject: { kind: 'program', words: ['npm', 'test'] },
          scope: { kind: 'project', folder: CWD },
          madeAt: ago(4_000),
        },
        {
          id: 'r2',
          decision: 'allow',
          subject: { kind: 'command', command: `rsync -a --delete ${CWD}/dist/ /srv/www/orders/ && systemctl reload nginx`, cwd: CWD },
          scope: { kind: 'task', taskId: 'task-s1' },
          madeAt: ago(300),
          until: ago(-3_300),
        },
        {
          id: 'r3',
          decision: 'ask',
          subject: { kind: 'folder', path: '/home/mira/notes', access: 'write' },
          scope: { kind: 'always' },
          madeAt: ago(900_000),
        },
        {
          id: 'r4',
          decision: 'deny',
          subject: { kind: 'program', words: ['git', 'push'] },
          scope: { kind: 'always' },
          madeAt: ago(90_000),
        },
      ],
    },
    steps: async (page) => {
      await showSection(page, 'Rules')
      await page.getByRole('button', { name: 'Revoke: always ask writing and deleting in ~/notes' }).click()
    },
  },
  {
    name: 'commands',
    state: {
      ...base,
      formatOnSave: [{ glob: 'src/**/*.{ts,tsx}', command: 'npx prettier --write' }],
    },
    play: (bridge) =>
      bridge.answerWith('environment.read', () =>
        ok({
          shell: '/usr/bin/zsh',
          entries: [
            { path: '/home/mira/.local/share/mise/installs/node/24.21.0/bin', from: 'login_shell' },
            { path: '/home/mira/.cargo/bin', from: 'login_shell' },
            { path: '/usr/local/bin', from: 'app_start' },
            { path: '/usr/bin', from: 'app_start' },
          ],
          added: ['MISE_SHELL', 'SSH_AUTH_SOCK'],
          removed: ['ANTHROPIC_API_KEY', 'ELECTRON_RUN_AS_NODE'],
          ms: 412,
        }),
      ),
    steps: (page) => showSection(page, 'Commands'),
  },
  { name: 'yolo', state: { ...working, yoloModeToggled: true } },
]
