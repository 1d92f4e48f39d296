import { readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RuleChoice } from '../../shared/rules'
import { answer, complete, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'
import { tempFolder } from '../support/temp-folder'

const run = (command: string) => answer(toolCall('execute_command', { command, requires_approval: true }))
const files = { 'package.json': '{"scripts":{"build":"true"}}', 'a.txt': 'a\n' }

/** Approves the command that waits with the offer of these words, in this scope. */
async function approveAlways(session: TaskSession, words: string, scope: RuleChoice['scope']): Promise<void> {
  const ask = await session.ask('command')
  const offer = ask.approval?.offers?.find((each) => each.words.includes(words))
  if (!offer) throw new Error(`No offer ${words} in ${JSON.stringify(ask.approval?.offers)}`)
  await session.answer('command', { response: 'yesButtonClicked', rule: { offerId: offer.id, scope } })
}

describe('a rule made at the click', () => {
  it('lets exactly that command pass from then on, and no other', async () => {
    const session = await TaskSession.open([run('touch made'), run('touch made'), run('touch other'), complete()], { files })
    await session.start()
    await approveAlways(session, 'exactly this command', 'task')
    const next = await session.ask('command')
    expect(next.data.command).toBe('touch other')
    expect(session.kinds.filter((kind) => kind.endsWith(':command'))).toEqual(['ask:command', 'say:command', 'ask:command'])
    const passed = session.rows.find((row) => row.type === 'say' && row.say === 'command')
    expect(passed).toMatchObject({ allowedBy: `your rule allows exactly "touch made" in ${session.cwd}` })
  })

  it('of a task ends with it; one of the project holds in the next task there', async () => {
    const first = await TaskSession.open([run('touch one'), run('touch two'), complete()], { files })
    await first.start()
    await approveAlways(first, 'exactly this command', 'task')
    await approveAlways(first, 'exactly this command', 'project')
    await first.ask('completion_result')
    await first.services.flush()
    const second = await TaskSession.open([run('touch two'), run('touch one'), complete()], { dataDir: first.dataDir, cwd: first.cwd })
    await second.start()
    expect((await second.ask('command')).data.command).toBe('touch one')
  })

  it('holds no longer once it is revoked', async () => {
    const session = await TaskSession.open([run('touch made'), run('touch made'), complete()], { files })
    session.services.rules.subscribe(() => {
      for (const { id } of session.services.rules.rules()) session.services.rules.revoke(id)
    })
    await session.start()
    await approveAlways(session, 'exactly this command', 'always')
    await session.approve('command')
    await session.ask('completion_result')
    expect(session.kinds.filter((kind) => kind === 'ask:command')).toHaveLength(2)
  })

  it('that forbids beats one that allows, and nothing runs', async () => {
    const session = await TaskSession.open([run('touch made'), complete()], { files })
    const scope = { kind: 'always' } as const
    session.services.rules.add({ decision: 'allow', subject: { kind: 'command', command: 'touch made', cwd: session.cwd }, scope })
    session.services.rules.add({ decision: 'deny', subject: { kind: 'program', words: ['touch'] }, scope })
    await session.start()
    await session.ask('completion_result')
    expect(session.results(1)[0]).toContain('your rule forbids touch')
    expect(await session.controller.changes?.list()).toEqual([])
  })
})

describe('a rule over a script of the project', () => {
  const npmTest = run('npm test --silent')
  const package_ = (test: string) => JSON.stringify({ scripts: { test } })

  it('falls when the script changes, says what changed, and can be made anew', async () => {
    const session = await TaskSession.open([npmTest, npmTest, complete()], { files: { 'package.json': package_('true') } })
    await session.start()
    await approveAlways(session, 'npm test with any arguments', 'always')
    await session.ask('completion_result')
    expect(session.kinds.filter((kind) => kind === 'ask:command')).toHaveLength(1)
    await writeFile(join(session.cwd, 'package.json'), package_('true && true'))
    await session.services.flush()
    const next = await TaskSession.open([npmTest, npmTest, complete()], { dataDir: session.dataDir, cwd: session.cwd })
    await next.start()
    expect((await next.ask('command')).approval?.reason).toContain('the script test of package.json was "true" and is now "true && true"')
    await approveAlways(next, 'npm test with any arguments', 'always')
    await next.ask('completion_result')
    expect(next.services.rules.rules()).toHaveLength(1)
  })

  it('asks anew when the script changed while the question waited', async () => {
    const session = await TaskSession.open([npmTest, complete()], { files: { 'package.json': package_('true') } })
    await session.start()
    await session.ask('command')
    await writeFile(join(session.cwd, 'package.json'), package_('touch made'))
    await session.approve('command')
    await session.ask('command')
    expect(await readdir(session.cwd)).toEqual(['package.json'])
    await session.approve('command')
    await session.ask('completion_result')
    expect(await readdir(session.cwd)).toContain('made')
  })
})

describe('a question that waits while what may run changes', () => {
  it('approves nothing that a rule forbids by now', async () => {
    const session = await TaskSession.open([run('touch made'), complete()], { files })
    await session.start()
    await session.ask('command')
    session.services.rules.add({ decision: 'deny', subject: { kind: 'program', words: ['touch'] }, scope: { kind: 'always' } })
    await session.approve('command')
    await session.ask('completion_result')
    expect(session.results(1)[0]).toContain('your rule forbids touch')
    expect(await session.controller.changes?.list()).toEqual([])
  })

  it('approves no deletion that leads out of the project by now', async () => {
    const far = await tempFolder()
    await writeFile(join(far, 'kept'), 'x')
    const session = await TaskSession.open([run('rm -r build/*'), complete()], { files: { ...files, 'build/old': 'x' } })
    await session.start()
    await session.ask('command')
    await rm(join(session.cwd, 'build'), { recursive: true })
    await symlink(far, join(session.cwd, 'build'))
    await session.approve('command')
    await session.ask('completion_result')
    expect(await readdir(far)).toEqual(['kept'])
  })
})

describe('a question whose command leads elsewhere by the time of the answer', () => {
  it('is asked anew, with where it leads', async () => {
    const far = await tempFolder()
    const session = await TaskSession.open([run('touch sub/made'), complete()], { files: { ...files, 'sub/old': 'x' } })
    await session.start()
    await session.ask('command')
    await rm(join(session.cwd, 'sub'), { recursive: true })
    await symlink(far, join(session.cwd, 'sub'))
    await session.approve('command')
    expect((await session.ask('command')).approval?.reason).toContain(far)
    expect(await readdir(far)).toEqual([])
    await session.approve('command')
    await session.ask('completion_result')
    expect(await readdir(far)).toEqual(['made'])
  })
})

describe('a command changed by the person before it runs', () => {
  it('runs as they wrote it, and the model is told', async () => {
    const session = await TaskSession.open([run('touch wrong'), complete()], { files })
    await session.start()
    await session.answer('command', { response: 'yesButtonClicked', amendment: { command: 'touch right' } })
    await session.ask('completion_result')
    expect(session.results(1)[0]).toContain('touch right')
    expect((await session.controller.changes?.list())?.map(({ path }) => path)).toEqual(['right'])
  })

  it('is shown once more where something in it is grave, with marks and reason of its own', async () => {
    const far = await tempFolder()
    const session = await TaskSession.open([run('touch wrong'), complete()], { files })
    await session.start()
    const first = await session.ask('command')
    const command = `touch ${far}/made`
    await session.answer('command', { response: 'yesButtonClicked', amendment: { command } })
    const again = await session.until('the question about what was written', () => {
      const row = session.rows.find((each) => each.type === 'ask' && each.ask === 'command' && each.data.command === command)
      return row?.type === 'ask' && session.controller.task?.openAskTs === row.ts ? row : undefined
    })
    expect(again.ts).toBe(first.ts)
    expect(again.approval).toMatchObject({
      reason: `writes outside the project: ${far}/made`,
      marks: [{ start: 0, end: command.length, grave: true }],
    })
    expect(await readdir(far)).toEqual([])
    await session.approve('command')
    await session.ask('completion_result')
    expect(await readdir(far)).toEqual(['made'])
    expect(session.results(1)[0]).toContain('The person changed the command before approving it')
  })

  it('makes the rule for what they wrote, and none for what the model wanted', async () => {
    const session = await TaskSession.open([run('touch wrong'), run('touch right'), run('touch wrong'), complete()], { files })
    await session.start()
    const ask = await session.ask('command')
    const offerId = ask.approval?.offers?.find((each) => each.words.includes('exactly this command'))?.id
    if (offerId === undefined) throw new Error('No offer')
    const rule = { offerId, scope: 'always' } as const
    await session.answer('command', { response: 'yesButtonClicked', amendment: { command: 'touch right' }, rule })
    expect((await session.ask('command')).data.command).toBe('touch wrong')
    expect(session.services.rules.rules()).toMatchObject([{ subject: { kind: 'command', command: 'touch right' } }])
  })

  it('is still refused where nothing of the kind ever runs', async () => {
    const session = await TaskSession.open([run('touch wrong'), complete()], { files })
    await session.start()
    await session.answer('command', { response: 'yesButtonClicked', amendment: { command: 'rm -rf /' } })
    await session.ask('completion_result')
    expect(session.results(1)[0]).toMatch(/not run/i)
  })
})
