import { expect, test } from 'vitest'
import { parseArguments } from '../../../../main/headless/arguments'
import { helpText } from '../../../../main/headless/help'
import { autoApprovalActionNames } from '../../../../shared/settings'

const commands = ['run', 'resume', 'demo', 'history', 'export', 'tools', 'doctor']

test.each(commands)('the help of %s has its use, its exit codes and examples', (command) => {
  const text = helpText(command)
  expect(text).toMatch(new RegExp(`^countersign ${command} `))
  expect(text).toMatch(/\nExit codes\n {2}0 /)
  expect(text).toMatch(/\nExamples\n {2}countersign /)
  expect(helpText(undefined)).toContain(`countersign ${command}`)
})

test.each(['run', 'resume'])('the help of %s names every option of a run', (command) => {
  const options =
    'cwd data-dir provider model base-url api-key-env mode auto-approve on-ask settings trust max-turns max-cost timeout json'.split(' ')
  for (const option of options) expect(helpText(command)).toContain(`--${option} `)
  for (const action of autoApprovalActionNames) expect(helpText(command)).toContain(action)
})

test('what the examples show is understood', () => {
  const examples = [undefined, ...commands].flatMap((command) => {
    const text = helpText(command)
    const list = text.slice(text.indexOf('\nExamples\n') + 10).split('\n\n')[0] ?? ''
    return list.split('\n').flatMap((line) => (line.startsWith('  countersign ') ? [line.slice(14).replace(/ > .*/, '')] : []))
  })
  expect(examples.length).toBeGreaterThan(15)
  for (const example of examples) {
    const args = (example.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
    expect(parseArguments(args, '/')).toMatchObject({ ok: true })
  }
})

test('an unknown command gets the help of all', () => {
  expect(helpText('fly')).toBe(helpText(undefined))
})

test('no line is wider than a usual terminal shows', () => {
  const lines = [undefined, ...commands].flatMap((command) => helpText(command).split('\n'))
  expect(lines.filter((line) => line.length > 116)).toEqual([])
})
