import type { ExtensionState } from '../../../shared/extension-state'
import { CWD, ago, diff } from './sample-rows'
import { base, past } from './sample-state'

const longPath = `${CWD}/packages/very-long-package-name-for-testing/src/components/invoice/presentation/formatting/currency/format-currency-with-locale.ts`

export function longWords(): Partial<ExtensionState> {
  return {
    ...base,
    currentTaskItem: past('task-s1', `Averylongwordwithoutanybreak${'abcdefghij'.repeat(12)}`, 0),
    clineMessages: [
      { ts: ago(90), type: 'say', say: 'task', text: `Look at ${longPath} and at Averylongwordwithoutanybreak${'abcdefghij'.repeat(20)}` },
      { ts: ago(80), type: 'say', say: 'tool', data: { tool: 'readFile', path: longPath, status: 'done' } },
      {
        ts: ago(70),
        type: 'say',
        say: 'text',
        text: `The file \`${longPath}\` holds a **word** of ${'abcdefghij'.repeat(30)}\n\n\`\`\`sh\ncat ${longPath} | ${'grep -v something | '.repeat(12)}less\n\`\`\``,
      },
      {
        ts: ago(60),
        type: 'say',
        say: 'tool',
        data: {
          tool: 'editedExistingFile',
          path: longPath,
          diff: `@@ -1 +1 @@\n-const a = '${'x'.repeat(200)}'\n+const a = '${'x'.repeat(190)}yyyyyyyyyy'\n`,
          added: 1,
          removed: 1,
          status: 'done',
        },
      },
      {
        ts: ago(50),
        type: 'say',
        say: 'command',
        data: { command: `cp ${longPath} /tmp/${'target-'.repeat(20)}`, cwd: `${CWD}/web/app`, status: 'done', exitCode: 0 },
      },
      { ts: ago(40), type: 'say', say: 'command_output', data: { commandTs: ago(50) }, text: `${'0123456789'.repeat(40)}\ndone` },
      {
        ts: ago(30),
        type: 'say',
        say: 'tool',
        data: {
          tool: 'unknown',
          name: 'make_coffee',
          status: 'failed',
          note: 'There is no tool of this name. The model was told which there are.',
        },
      },
      {
        ts: ago(20),
        type: 'say',
        say: 'error',
        data: {
          kind: 'bug',
          message: 'Something went wrong inside of the app while a row was drawn. The task goes on.',
          detail: 'TypeError: x is undefined',
        },
      },
    ],
    taskState: { kind: 'preparing', turn: 2 },
  }
}

export function rightToLeft(): Partial<ExtensionState> {
  return {
    ...base,
    currentTaskItem: past('task-s1', 'اكتب اختبارات لدالة المجموع في src/sum.js', 0),
    clineMessages: [
      { ts: ago(90), type: 'say', say: 'task', text: 'اكتب اختبارات لدالة المجموع في src/sum.js ثم شغّلها.' },
      {
        ts: ago(80),
        type: 'say',
        say: 'text',
        text: 'سأقرأ الملف `src/sum.js` أولاً:\n\n- الحلقة تتجاوز النهاية\n- التقريب ناقص\n\nEnglish in between, and then עברית in the same paragraph.\n\n```js\nconst مجموع = 1\n```',
      },
      {
        ts: ago(60),
        type: 'say',
        say: 'tool',
        data: { tool: 'editedExistingFile', path: `${CWD}/src/sum.js`, diff, added: 6, removed: 5, status: 'done' },
      },
      { ts: ago(50), type: 'say', say: 'user_feedback', text: 'شكرا! לא לשכוח את הבדיקות.' },
    ],
    taskState: { kind: 'preparing', turn: 2 },
  }
}
