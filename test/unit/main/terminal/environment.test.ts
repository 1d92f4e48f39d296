import { describe, expect, it } from 'vitest'
import { commandEnvironment } from '../../../../main/terminal/environment'
import { startInShell } from '../../../../main/terminal/shell'
import { taskTerminal } from '../../../support/task-terminal'

const facts = { platform: 'linux', appFolder: '/opt/countersign', sessionId: 'id' } as const
const kept = (env: Record<string, string>) => Object.keys(commandEnvironment(env, facts))

describe('the environment of a command', () => {
  it.each([
    'HOME',
    'LANG',
    'SSH_AUTH_SOCK',
    'VIRTUAL_ENV',
    'KEYBOARD_LAYOUT',
    'TOKENIZERS_PARALLELISM',
    'XAUTHORITY',
    'GOPATH',
    'NODE_ENV',
    'MONKEY',
    'PWD',
    'AUTHOR',
    'GIT_AUTHOR_NAME',
    'NVM_DIR',
    'LD_LIBRARY_PATH',
    'ENV',
  ])('keeps %s', (name) => {
    expect(kept({ [name]: 'value' })).toContain(name)
  })

  it.each([
    'npm_config_user_agent',
    'npm_lifecycle_event',
    'NPM_CONFIG_CACHE',
    'INIT_CWD',
    'NODE_OPTIONS',
    'NODE_CHANNEL_FD',
    'ELECTRON_RUN_AS_NODE',
    'ELECTRON_OVERRIDE_DIST_PATH',
    'COUNTERSIGN_DATA_DIR',
    'LD_PRELOAD',
    'BASH_ENV',
    'GIT_DIR',
    'GIT_SSH_COMMAND',
  ])('does not pass on %s', (name) => {
    expect(kept({ [name]: 'value' })).not.toContain(name)
  })

  it.each([
    'ANTHROPIC_API_KEY',
    'CLINE_API_KEY',
    'GITHUB_TOKEN',
    'AWS_SECRET_ACCESS_KEY',
    'DB_PASSWORD',
    'PGPASSWORD',
    'MYSQL_PWD',
    'apiKey',
    'MY_CREDENTIALS',
    'GPG_PASSPHRASE',
    'npmToken',
    'SSH_KEY',
  ])('takes %s for a secret', (name) => {
    expect(kept({ [name]: 'value' })).not.toContain(name)
  })

  it.each([
    ['SETTING', `sk-${'a'.repeat(40)}`],
    ['SETTING', `ghp_${'a'.repeat(36)}`],
    ['DATABASE_URL', 'postgres://me:hunter2@db/x'],
  ])('takes the value of %s for a secret: %s', (name, value) => {
    expect(kept({ [name]: value })).not.toContain(name)
  })

  it('keeps the address of a proxy, without which nothing would work', () => {
    expect(kept({ HTTPS_PROXY: 'http://me:pw@proxy:3128' })).toContain('HTTPS_PROXY')
  })

  it('takes off the PATH what npm and the app put there, and keeps the order of the rest', () => {
    const PATH =
      '/home/me/app/node_modules/.bin:/home/me/node_modules/.bin:/opt/npm/node-gyp-bin:/opt/countersign/node_modules/node/bin:/home/me/bin:/usr/bin::/bin'
    expect(commandEnvironment({ PATH }, facts)['PATH']).toBe('/home/me/bin:/usr/bin::/bin')
  })

  it('takes off a Windows path too', () => {
    const env = { Path: 'C:\\x\\node_modules\\.bin;C:\\Windows;C:\\app\\out' }
    expect(commandEnvironment(env, { platform: 'win32', appFolder: 'C:\\app', sessionId: 'id' })['Path']).toBe('C:\\Windows')
  })

  it('gives up the editor that npm sets, and not the one that the person set', () => {
    expect(commandEnvironment({ EDITOR: 'vi', npm_config_editor: 'vi' }, facts)['EDITOR']).toBe('cat')
    expect(commandEnvironment({ EDITOR: 'emacs' }, facts)['EDITOR']).toBe('emacs')
  })

  it('lets nothing page, and names the terminal', () => {
    expect(commandEnvironment({ PAGER: 'less', TERM: 'dumb' }, facts)).toMatchObject({
      PAGER: 'cat',
      GIT_PAGER: 'cat',
      TERM: 'xterm-256color',
      TERM_SESSION_ID: 'id',
    })
  })

  it('is what a command really gets', async () => {
    const test = await taskTerminal({
      ...process.env,
      FOO: 'bar',
      npm_config_x: '1',
      INIT_CWD: '/x',
      NODE_OPTIONS: '--title=x',
      ELECTRON_RUN_AS_NODE: '1',
      SOME_API_KEY: 'k',
    })
    const running = await test.terminal.run({ command: 'env', cwd: test.cwd })
    await running.exited
    const output = running.output(500)
    expect(output).toMatch(/^FOO=bar$/m)
    expect(output).not.toMatch(/^(?:npm_|INIT_CWD|NODE_OPTIONS|ELECTRON_|SOME_API_KEY|COUNTERSIGN)/m)
    expect(output).not.toMatch(/^PATH=.*node_modules/m)
  })
})

describe('the shell of a command', () => {
  it.each([
    ['/bin/bash', '/bin/bash'],
    ['/opt/odd/nushell', '/bin/sh'],
    ['bash', '/bin/sh'],
    [undefined, '/bin/sh'],
  ])('for %s is %s', (own, file) => {
    expect(startInShell('echo hi', { SHELL: own }, 'linux')).toEqual({ file, args: ['-m', '-c', 'echo hi'] })
  })

  it('knows fish and zsh by their own options', () => {
    expect(startInShell('echo hi', { SHELL: '/bin/zsh' }, 'linux')).toEqual({
      file: '/bin/zsh',
      args: ['-f', '-o', 'nohup', '-m', '-c', 'echo hi'],
    })
    expect(startInShell('echo hi', { SHELL: '/usr/bin/fish' }, 'linux')).toEqual({ file: '/usr/bin/fish', args: ['-c', 'echo hi'] })
  })
})
