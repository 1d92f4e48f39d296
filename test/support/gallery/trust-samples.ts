import type { Page } from 'playwright-core'
import type { HookInfo, HookStatus } from '../../../shared/hooks'
import type { ClineMessage } from '../../../shared/messages'
import { ok } from '../../../shared/result'
import type { SkillInfo } from '../../../shared/skills'
import type { BroughtItem, FolderTrust } from '../../../shared/trust'
import type { FakeBridge } from '../fake-bridge'
import { CWD, ago, chat } from './sample-rows'
import { base } from './sample-state'
import type { Sample } from './samples'
import { showSection } from './show-section'

const script =
  '#!/bin/sh\n# Asks the team’s server whether the file is locked.\nread -r input\ncurl -s "https://locks.example.org/ask" -d "$input"\n'
const item = (kind: BroughtItem['kind'], path: string, more: Partial<BroughtItem> = {}): BroughtItem => ({
  kind,
  path,
  hash: path,
  standing: 'new',
  text: script,
  isCut: false,
  ...more,
})
const many: readonly BroughtItem[] = [
  item('hook', '.clinerules/hooks/PreToolUse', { about: 'Runs before each tool, and can stop it' }),
  item('hook', '.clinerules/hooks/TaskStart', { standing: 'changed', about: 'Runs when a task starts' }),
  item('skill', `.agents/skills/${'a-very-long-skill-name-'.repeat(6)}/SKILL.md`, {
    about: `Use this when an invoice is to be made. ${'It explains each step. '.repeat(10)}`,
    text: '---\nname: invoices\ndescription: Use this when an invoice is to be made.\n---\n\nMake them \u202eyltcerroc\u202c.\n',
  }),
  item('skill', '.agents/skills/مهارة/SKILL.md', { about: 'استخدم هذا عند إنشاء فاتورة' }),
  item('agent', '.cline/agents/reviewer.yaml', { about: 'Reviews changes. May read, search and run commands.' }),
  ...Array.from({ length: 12 }, (_, index) =>
    item('rule', `.clinerules/rule-${index + 1}.md`, { text: '# Rule\n\nWrite tests first.\n', isCut: index === 3 }),
  ),
]
const settled: readonly BroughtItem[] = many.slice(0, 5).map((each, index) => ({
  ...each,
  standing: (['trusted', 'changed', 'refused', 'trusted', 'new'] as const)[index] ?? 'trusted',
}))

const trustOf = (items: readonly BroughtItem[], pending: number) => ({
  state: { ...base, clineMessages: [...chat], projectTrust: { folder: CWD, pending, trusted: 0, fingerprint: `of-${items.length}` } },
  play: (bridge: FakeBridge) =>
    bridge.answerWith('trust.survey', () =>
      ok<FolderTrust>({
        folder: CWD,
        items: [...items],
        unusable:
          items.length > 1
            ? [{ kind: 'skill', path: 'x', reason: '.agents/skills/broken/SKILL.md has no name, so it cannot be used.' }]
            : [],
        ignored: items.length > 1 ? ['.vscode/settings.json', '.cursor/mcp.json'] : [],
      }),
    ),
})

const hookRow = (seconds: number, data: Partial<HookStatus>): ClineMessage => ({
  ts: ago(seconds),
  type: 'say',
  say: 'hook_status',
  data: {
    hookName: 'PreToolUse',
    toolName: 'write_to_file',
    status: 'completed',
    scripts: [{ source: 'global', path: '/home/mira/.config/countersign/hooks/PreToolUse' }],
    pendingToolInfo: { tool: 'write_to_file', path: `${CWD}/src/sum.js` },
    exitCode: 0,
    ...data,
  },
})
const hookRows: readonly ClineMessage[] = [
  hookRow(60, { output: 'The file is free.\n' }),
  hookRow(55, { hookName: 'TaskStart', toolName: undefined, pendingToolInfo: undefined, contextLength: 412, output: 'branch: main\n' }),
  hookRow(50, {
    status: 'failed',
    exitCode: 1,
    output: `checking…\nError: ENOENT ${'no such file or folder '.repeat(14)}\n`,
    error: { type: 'execution', message: 'The hook ended with exit code 1, so the call was not made.', details: 'Error: ENOENT' },
  }),
  hookRow(45, {
    status: 'cancelled',
    hasJsonResponse: true,
    error: { type: 'cancellation', message: 'The hook stopped this step: src/sum.js is locked by Noor until 17:00.' },
    output: '{"cancel": true, "errorMessage": "src/sum.js is locked by Noor until 17:00."}\n',
  }),
  hookRow(40, { status: 'cancelled', hookName: 'PostToolUse', error: { type: 'cancellation', message: 'You stopped the hook.' } }),
  hookRow(30, {
    toolName: 'a_tool_of_an_mcp_server_with_a_name_that_nobody_would_ever_shorten_at_all_whatever_happens',
    scripts: [
      { source: 'global', path: '/home/mira/.config/countersign/hooks/PreToolUse' },
      { source: 'project', path: `${CWD}/.clinerules/hooks/PreToolUse` },
    ],
  }),
  hookRow(5, { status: 'running', output: 'asking https://locks.example.org …\n', exitCode: undefined }),
  hookRow(4, { status: 'running', hookName: 'TaskComplete', toolName: undefined, exitCode: undefined, pendingToolInfo: undefined }),
]

const hook = (name: HookInfo['name'], source: HookInfo['source'], path: string, more: Partial<HookInfo> = {}): HookInfo => ({
  name,
  source,
  path,
  toggle: 'on',
  text: script,
  ...more,
})
const hooks: readonly HookInfo[] = [
  hook('PreToolUse', 'global', '/home/mira/.config/countersign/hooks/PreToolUse', { toggle: 'required' }),
  hook('TaskComplete', 'documents', '/home/mira/Documents/Cline/Hooks/TaskComplete', {
    problem: 'The file /home/mira/Documents/Cline/Hooks/TaskComplete may not be executed: run chmod +x on it.',
  }),
  hook('TaskStart', 'project', `${CWD}/.clinerules/hooks/TaskStart`),
  hook('UserPromptSubmit', 'project', `${CWD}/.clinerules/hooks/UserPromptSubmit`, { problem: 'It is not trusted.' }),
  hook('PostToolUse', 'project', `${CWD}/.clinerules/hooks/PostToolUse`, {
    toggle: 'off',
    problem: 'It has changed since you trusted it.',
  }),
]
const skill = (name: string, source: SkillInfo['source'], more: Partial<SkillInfo> = {}): SkillInfo => ({
  name,
  description: 'Use this when an invoice is to be made.',
  source,
  path: source === 'global' ? `/home/mira/.agents/skills/${name}/SKILL.md` : `${CWD}/.agents/skills/${name}/SKILL.md`,
  isEnabled: true,
  ...more,
})
const skills: readonly SkillInfo[] = [
  skill('invoices', 'global'),
  skill('release-notes', 'project', { isEnabled: false }),
  skill('long', 'project', { description: `Use this always. ${'It says how to do everything. '.repeat(20)}` }),
  skill('مهارة', 'global', { description: 'استخدم هذا عند إنشاء فاتورة' }),
  skill('broken', 'project', { problem: 'It is not trusted.' }),
]

const trusting = { ...base, projectTrust: { folder: CWD, pending: 0, trusted: 2, fingerprint: 'f' }, hooksEnabled: true }
const answerHooks = (bridge: FakeBridge) => {
  bridge.answerWith('hooks.list', () => ok([...hooks]))
  bridge.answerWith('skills.list', () => ok([...skills]))
  bridge.answerWith('hook.tryOut', () =>
    ok({
      input: '{"hookName":"PreToolUse","clineVersion":"0.1.0","preToolUse":{"toolName":"read_file","parameters":{"path":"README.md"}}}',
      output: '{"cancel": true, "errorMessage": "README.md is locked."}\n',
      exitCode: 0,
      ms: 120,
      cancel: true,
      context: '',
      errorMessage: 'README.md is locked.',
    }),
  )
}
const answerNone = (bridge: FakeBridge) => {
  bridge.answerWith('hooks.list', () => ok([]))
  bridge.answerWith('skills.list', () => ok([]))
}

export const trustSamples: readonly Sample[] = [
  { name: 'trust-many', ...trustOf(many, many.length) },
  { name: 'trust-one', ...trustOf(many.slice(0, 1), 1) },
  {
    name: 'trust-end',
    ...trustOf(many, many.length),
    steps: async (page) => {
      await page.getByRole('button', { name: /skills\/a-very-long/ }).click()
      await page
        .getByRole('dialog')
        .getByText(/Settings of other programs/)
        .scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'trust-review',
    ...trustOf(settled, 0),
    steps: async (page: Page) => {
      await showSection(page, 'Hooks')
      await page.getByRole('button', { name: 'What this folder brings…' }).first().click()
    },
  },
  { name: 'hook-rows', state: { ...base, clineMessages: [...chat.slice(0, 1), ...hookRows], taskState: { kind: 'streaming', turn: 4 } } },
  { name: 'hooks-none', state: base, play: answerNone, steps: (page) => showSection(page, 'Hooks') },
  { name: 'hooks', state: trusting, play: answerHooks, steps: (page) => showSection(page, 'Hooks') },
  {
    name: 'hooks-tried',
    state: trusting,
    play: answerHooks,
    steps: async (page) => {
      await showSection(page, 'Hooks')
      await page.getByRole('button', { name: /^Try it: PreToolUse/ }).click()
      await page
        .getByRole('button', { name: /^Show script/ })
        .nth(1)
        .click()
    },
  },
  { name: 'skills', state: trusting, play: answerHooks, steps: (page) => showSection(page, 'Skills') },
]
