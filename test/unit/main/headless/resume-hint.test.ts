import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseArguments, type RunOptions } from '../../../../main/headless/arguments'
import { resumeCommand, type Started } from '../../../../main/headless/resume-hint'

const installed: Started = { env: {}, file: '/usr/bin/countersign', platform: 'linux' }

function optionsOf(args: readonly string[]): { readonly options: RunOptions; readonly dataDir: string | undefined } {
  const parsed = parseArguments(['run', 'x', ...args], '/here')
  if (!parsed.ok || parsed.value.command.name !== 'run') throw new Error(parsed.ok ? 'no run' : parsed.error)
  return { options: parsed.value.command.options, dataDir: parsed.value.dataDir }
}

const hint = (args: readonly string[], more: { command?: 'resume' | 'demo'; endedBy?: string } = {}, started = installed): string =>
  resumeCommand('T', { ...optionsOf(args), command: 'run', endedBy: undefined, ...more }, started)

describe('how to go on with a task', () => {
  test('repeats what the run was given', () => {
    expect(hint([])).toBe('countersign resume T')
    const model = ['--provider', 'openai', '--model', 'mine', '--base-url', 'http://localhost:8000/v1', '--api-key-env', 'KEY']
    const limits = ['--max-turns', '3', '--max-cost', '0.5', '--timeout', '60']
    expect(hint([...model, ...limits, '--mode', 'plan', '--auto-approve', 'readFiles,editFiles', '--trust'])).toBe(
      `countersign resume T ${model.join(' ')} --mode plan --auto-approve readFiles,editFiles ${limits.join(' ')} --trust`,
    )
    expect(hint(['--data-dir', 'data', '--settings', 's.json', '--auto-approve', 'none', '--on-ask', 'approve'])).toBe(
      'countersign resume T --data-dir /here/data --settings /here/s.json --auto-approve none --on-ask approve',
    )
    expect(hint(['--auto-approve', 'all'])).toBe('countersign resume T --auto-approve all')
  })

  test('names the script as the model of a demo', () => {
    expect(hint(['--provider', 'anthropic', '--model', 'm'], { command: 'demo' })).toBe('countersign resume T --provider demo')
  })

  test('names the folder only of a task that was resumed in another one than its own', () => {
    expect(hint(['--cwd', 'web'])).toBe('countersign resume T')
    expect(hint(['--cwd', 'web'], { command: 'resume' })).toBe('countersign resume T --cwd /here/web')
  })

  test('leaves out what would end it again at once: the limit that stopped it, and that nobody answers', () => {
    const args = ['--max-turns', '3', '--timeout', '60', '--on-ask', 'nobody']
    expect(hint(args, { endedBy: 'max_turns' })).toBe('countersign resume T --timeout 60')
    expect(hint(args, { endedBy: 'timeout' })).toBe('countersign resume T --max-turns 3')
  })

  test.each(['https://ada:secret@example.com/v1', 'https://example.com/v1?key=secret', 'https://secret@example.com'])(
    'never repeats a secret in an address: %s',
    (address) => {
      expect(hint(['--provider', 'openai', '--base-url', address])).toBe('countersign resume T --provider openai')
    },
  )

  test('names the program as it was started', () => {
    const npm = { npm_package_name: 'countersign', npm_package_json: '/home/ada/countersign/package.json' }
    const from = (INIT_CWD: string) => hint([], {}, { ...installed, env: { ...npm, INIT_CWD } })
    expect(from('/home/ada/countersign')).toBe('npm run --silent headless -- resume T')
    expect(from('/home/ada/web')).toBe('npm --prefix /home/ada/countersign run --silent headless -- resume T')
    const other = { npm_package_name: 'shop', npm_package_json: '/home/ada/shop/package.json' }
    expect(hint([], {}, { ...installed, env: other })).toBe('countersign resume T')
    expect(hint([], {}, { ...installed, file: '/opt/c s/bin/countersign.js' })).toBe("node '/opt/c s/bin/countersign.js' resume T")
  })

  test('is one word of a shell for each of its own, whatever stands in it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '-', ' ', "'", '"', '$', '`', '\\', '*', ';', '&', '!', 'é'), minLength: 1 }),
        (model) => {
          fc.pre(model.trim() !== '')
          const line = hint([`--model=${model}`])
          const printed = execFileSync('sh', ['-c', `countersign() { printf '%s\\n' "$@"; }; ${line}`], { encoding: 'utf8' })
          expect(printed).toBe(model.startsWith('-') ? `resume\nT\n--model=${model}\n` : `resume\nT\n--model\n${model}\n`)
        },
      ),
      { numRuns: 30 },
    )
  })

  test('is quoted as Windows wants it', () => {
    const started: Started = { env: {}, file: 'C:\\Program Files\\c\\bin\\countersign.js', platform: 'win32' }
    expect(hint(['--model=a "b" c\\'], {}, started)).toBe(
      'node "C:\\Program Files\\c\\bin\\countersign.js" resume T --model "a \\"b\\" c\\\\"',
    )
  })
})
