import { describe, expect, it } from 'vitest'
import { parseBlocks } from '../../../../main/workspace/search-replace-blocks'

const problems = (diff: string) => {
  const parsed = parseBlocks(diff)
  return parsed.ok ? [] : parsed.problems
}

describe('reading blocks', () => {
  it('reads markers without number: as one text, or as blocks that are not closed', () => {
    const ends = parseBlocks(`------- SEARCH\na\n=======\n${'+++++++ REPLACE\nx\n'.repeat(30_000)}+++++++ REPLACE\n`)
    expect(ends.ok && ends.blocks[0]?.readings[0]?.replace).toHaveLength(60_000)
    expect(problems('------- SEARCH\n------- SEARCH\n+++++++ REPLACE\n'.repeat(10_000))).toHaveLength(10)
  })

  it('takes both styles of markers, with more or fewer signs and a stray bracket', () => {
    for (const diff of [
      '------- SEARCH\na\n=======\nb\n+++++++ REPLACE',
      '<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n',
      '--- SEARCH>\na\n===\nb\n+++ REPLACE>\n\n',
      '------------ SEARCH  \r\na\r\n==========\r\nb\r\n+++++++ REPLACE\r\n',
    ]) {
      expect(parseBlocks(diff)).toEqual({ ok: true, blocks: [{ number: 1, readings: [{ search: ['a'], replace: ['b'] }] }] })
    }
  })

  it('takes several blocks, in a fence or not', () => {
    const parsed = parseBlocks(
      '```diff\n------- SEARCH\na\n=======\n+++++++ REPLACE\n\n------- SEARCH\n\n=======\nb\n\n+++++++ REPLACE\n```\n',
    )
    expect(parsed.ok && parsed.blocks.map((block) => block.readings)).toEqual([
      [{ search: ['a'], replace: [] }],
      [{ search: [''], replace: ['b', ''] }],
    ])
  })

  it('does without the last end marker', () => {
    expect(parseBlocks('------- SEARCH\na\n=======\nb\n')).toMatchObject({
      ok: true,
      blocks: [{ readings: [{ search: ['a'], replace: ['b'] }] }],
    })
  })

  it('keeps several readings where equals signs stand in the text', () => {
    const parsed = parseBlocks('------- SEARCH\na\n=======\nb\n=====\nc\n+++++++ REPLACE\n')
    expect(parsed.ok && parsed.blocks[0]?.readings).toEqual([
      { search: ['a'], replace: ['b', '=====', 'c'] },
      { search: ['a', '=======', 'b'], replace: ['c'] },
    ])
  })

  it.each([
    ['', 'no SEARCH block'],
    ['just text', 'no SEARCH block'],
    ['------- SEARCH\na\n', 'ends in the middle of SEARCH'],
    ['------- SEARCH\na\n+++++++ REPLACE\n', 'no ======= line before its REPLACE marker'],
    ['------- SEARCH\na\n------- SEARCH\nb\n=======\nc\n+++++++ REPLACE\n', 'second SEARCH marker'],
    ['------- SEARCH\na\n=======\nb\n------- SEARCH\nc\n=======\nd\n+++++++ REPLACE\n', 'second SEARCH marker'],
    ['------- SEARCH\na\n=======\nb\n+++++++ REPLACE\nstray\n', 'outside any block, after block 1: "stray"'],
  ])('says what is wrong with %j', (diff, says) => {
    expect(problems(diff).join('\n')).toContain(says)
  })

  it('tells every problem, and no more than ten', () => {
    expect(problems(`------- SEARCH\na\n+++++++ REPLACE\n${'stray\n'.repeat(50)}`)).toHaveLength(10)
  })

  it('takes whole blocks inside a block for its text', () => {
    const old = '------- SEARCH\na\n=======\nb\n+++++++ REPLACE'
    const parsed = parseBlocks(`------- SEARCH\n${old}\n=======\n${old.replace('b', 'c')}\n+++++++ REPLACE\n`)
    expect(parsed.ok && parsed.blocks[0]?.readings[1]).toEqual({ search: old.split('\n'), replace: old.replace('b', 'c').split('\n') })
  })

  it('takes an end marker for text if text follows it and another one', () => {
    const parsed = parseBlocks('------- SEARCH\na\n=======\nb\n+++++++ REPLACE\nc\n+++++++ REPLACE\n')
    expect(parsed.ok && parsed.blocks[0]?.readings).toEqual([{ search: ['a'], replace: ['b', '+++++++ REPLACE', 'c'] }])
  })

  it.each([
    ['a second block without its SEARCH marker', 'c\n=======\nd\n+++++++ REPLACE\n'],
    ['a doubled end marker', '+++++++ REPLACE\n'],
  ])('never takes %s for text', (_, more) => {
    expect(problems(`------- SEARCH\na\n=======\nb\n+++++++ REPLACE\n${more}`).join()).toContain('outside any block')
  })
})
