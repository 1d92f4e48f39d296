import type { ApprovalFacts, ClineSayTool } from '../../../shared/messages'
import { CWD, ago, diff, longDiff } from './sample-rows'
import { waits } from './sample-state'
import type { Sample } from './samples'

const offers: ApprovalFacts['offers'] = [
  { id: 'exact', subjects: [], words: 'exactly this command' },
  { id: 'program', subjects: [], words: 'npm test with any arguments, and rm below ~/cache' },
]
const text = 'cd web && npm test -- --run && rm -rf "$HOME/cache" > log.txt && curl -O https://example.org/list'
const markOf = (part: string, kind: 'writes' | 'deletes' | 'network' | 'runs' | 'unknown', why: string) => ({
  start: text.indexOf(part),
  end: text.indexOf(part) + part.length,
  kind,
  why,
})
const marks = [
  markOf('npm test -- --run', 'runs', 'runs what package.json names'),
  markOf('rm -rf "$HOME/cache" > log.txt', 'deletes', 'deletes outside the project (at most 1,204 files)'),
  markOf('curl -O https://example.org/list', 'network', 'reaches example.org'),
]
const command = waits(
  {
    ts: ago(4),
    type: 'ask',
    ask: 'command',
    data: { command: text, cwd: `${CWD}/web`, status: 'awaiting_approval' },
    approval: { summary: 'Run in web/: npm test, rm and curl', reason: 'Deletes outside the project: ~/cache', offers, marks },
  },
  'awaiting_approval',
  'Run npm test, rm and curl',
)

const tool = (data: Partial<ClineSayTool>, summary: string, facts: Partial<ApprovalFacts> = {}) =>
  waits(
    {
      ts: ago(4),
      type: 'ask',
      ask: 'tool',
      data: { tool: 'editedExistingFile', status: 'awaiting_approval', ...data },
      approval: { summary, reason: 'Edits are not approved by your settings', ...facts },
    },
    'awaiting_approval',
    summary,
  )

export const approvalSamples: readonly Sample[] = [
  { name: 'choice-marks', state: command },
  {
    name: 'choice-edit-command',
    state: command,
    steps: (page) => page.getByRole('button', { name: 'Edit', exact: true }).click(),
  },
  {
    name: 'choice-rules',
    state: command,
    steps: async (page) => {
      await page.locator('button:enabled', { hasText: 'Always…' }).click()
      await page.getByRole('menuitemradio', { name: 'For one hour' }).click()
    },
  },
  {
    name: 'choice-hunks',
    state: tool({ path: `${CWD}/src/sum.js`, diff, added: 6, removed: 5 }, 'Edit 2 places in src/sum.js', {
      text: 'the whole new text',
      offers: [{ id: 'folder', subjects: [], words: 'changing any file in the folder src (/home/mira/projects/orders/src)' }],
    }),
    steps: async (page) => {
      await page.getByRole('checkbox', { name: /change 1 of 2/ }).click()
      await page.getByRole('textbox', { name: /Why you leave out/ }).fill('Keep the loop')
    },
  },
  {
    name: 'choice-patch',
    state: tool(
      {
        files: [
          { path: `${CWD}/src/sum.js`, tool: 'fileMoved', to: `${CWD}/src/total/sum.js`, diff, added: 6, removed: 5 },
          {
            path: `${CWD}/src/old.js`,
            tool: 'fileDeleted',
            diff: '@@ -1,2 +0,0 @@\n-export const a = 1\n-export const b = 2\n',
            added: 0,
            removed: 2,
          },
        ],
      },
      'Move 1 file and delete 1 file',
    ),
  },
  {
    name: 'choice-new-file',
    state: tool(
      { tool: 'newFileCreated', path: `${CWD}/test/sum.test.js`, diff: longDiff, added: 64, removed: 0 },
      'Create test/sum.test.js',
    ),
    steps: (page) => page.getByRole('button', { name: 'Edit', exact: true }).click(),
  },
  {
    name: 'choice-reads',
    state: tool(
      {
        tool: 'readFile',
        path: '/etc/hosts',
        also: [
          { callId: 'c2', summary: 'Read /etc/resolv.conf' },
          { callId: 'c3', summary: 'Search for nameserver in /etc/systemd' },
        ],
      },
      'Read 3 files outside the project',
      {
        reason: 'Reads outside the project are not approved by your settings',
        offers: [{ id: 'folder', subjects: [], words: 'reading below /etc' }],
      },
    ),
  },
]
