import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PRODUCT_FOLDERS, ROOT, codeBelow } from './source-files'

const FOLDERS = [...PRODUCT_FOLDERS, 'test']
const Config = z.object({
  extends: z.string().optional(),
  compilerOptions: z.record(z.string(), z.unknown()).default({}),
  include: z.array(z.string()).default([]),
})
const config = (path: string): z.infer<typeof Config> => Config.parse(JSON.parse(readFileSync(join(ROOT, path), 'utf8')))

const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  types: [],
}

function tsc(args: readonly string[]): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), ...args],
      { cwd: ROOT, maxBuffer: 1 << 26 },
      (error, stdout) => {
        resolve({ status: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output: stdout })
      },
    )
  })
}

describe('the types', () => {
  it('are strict everywhere, from one root', () => {
    expect(config('tsconfig.json').compilerOptions).toMatchObject(STRICT)
    for (const folder of FOLDERS) {
      const { extends: base, compilerOptions, include } = config(`${folder}/tsconfig.json`)
      expect(base, folder).toBe('../tsconfig.json')
      expect(include, folder).toContain('.')
      const loosened = Object.keys(compilerOptions).filter((key) => key in STRICT && key !== 'types')
      expect(loosened, folder).toEqual(folder === 'test' ? ['noUncheckedIndexedAccess'] : [])
    }
  })

  it.each(FOLDERS)(
    'of %s/ hold, and every file of it was read',
    async (folder) => {
      // Of the next run it looks only at what has changed since.
      const buildInfo = join(ROOT, `.cache/types/${folder}.tsbuildinfo`)
      const { status, output } = await tsc([
        '-p',
        folder,
        '--pretty',
        'false',
        '--listFiles',
        '--incremental',
        '--tsBuildInfoFile',
        buildInfo,
      ])
      const lines = output.split(/\r?\n/)
      expect(lines.filter((line) => /error TS\d+/.test(line))).toEqual([])
      expect(status).toBe(0)
      const listed = new Set(lines.map((line) => relative(ROOT, line).split(sep).join(posix.sep)))
      expect(codeBelow(folder).filter((file) => /\.tsx?$/.test(file) && !listed.has(file))).toEqual([])
    },
    300_000,
  )

  describe('keep each folder in its own world', () => {
    mkdirSync(join(ROOT, '.cache'), { recursive: true })
    const planted = mkdtempSync(join(ROOT, '.cache/planted-'))
    afterAll(() => rmSync(planted, { recursive: true }))

    it.each([
      ['shared', 'process.exit()', 'TS2591'],
      ['shared', 'document.title', 'TS2584'],
      ['main', 'document.title', 'TS2584'],
      ['preload', 'window.close()', 'TS2304'],
      ['renderer', 'process.exit()', 'TS2591'],
      ['renderer', 'const list: number[] = []; const first: number = list[0]; void first', 'TS2322'],
    ])(
      '%s refuses %s',
      async (folder, code, error) => {
        const place = mkdtempSync(join(planted, `${folder}-`))
        writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ extends: join(ROOT, folder, 'tsconfig.json'), include: ['./*.ts'] }))
        writeFileSync(join(place, 'planted.ts'), `${code}\nexport {}\n`)
        const { status, output } = await tsc(['-p', place, '--pretty', 'false'])
        expect(output).toContain(error)
        expect(status).not.toBe(0)
      },
      60_000,
    )
  })
})
