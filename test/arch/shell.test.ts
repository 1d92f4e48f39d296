import { describe, expect, it } from 'vitest'
import { type Node, type ParsedSource, parseFile, parseText, walk } from './parsed-source'
import { codeBelow, PRODUCT_FOLDERS } from './source-files'

const sources = PRODUCT_FOLDERS.flatMap((folder) => codeBelow(folder)).map((file) => parseFile(file))

/** Where a window is made: `new BrowserWindow(…)`. */
function windowsMadeIn(source: ParsedSource): Node[] {
  const found: Node[] = []
  walk(source.program, (node) => {
    if (node.type === 'NewExpression' && node.callee.type === 'Identifier' && node.callee.name === 'BrowserWindow') found.push(node)
  })
  return found
}

/** The literal values under `webPreferences`; a value that is not written out is told as `computed`. */
function webPreferencesIn(node: Node): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  walk(node, (inner) => {
    if (inner.type !== 'Property' || inner.key.type !== 'Identifier' || inner.key.name !== 'webPreferences') return
    if (inner.value.type !== 'ObjectExpression') return
    for (const property of inner.value.properties) {
      if (property.type !== 'Property' || property.key.type !== 'Identifier') settings['spread'] = true
      else settings[property.key.name] = property.value.type === 'Literal' ? property.value.value : 'computed'
    }
  })
  return settings
}

/** The files that use a member of an object of Electron's. */
function usersOf(name: string, read: readonly ParsedSource[]): string[] {
  return read
    .filter((source) => {
      let isUsed = false
      walk(source.program, (node) => {
        if (node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === name) isUsed = true
        if (node.type === 'CallExpression')
          isUsed ||= node.arguments.some((argument) => argument.type === 'Identifier' && argument.name === name)
      })
      return isUsed
    })
    .map((source) => source.path)
}

describe('the shell around the page', () => {
  it('makes windows in one place, with every setting that isolates the page written out', () => {
    const made = sources.flatMap((source) => windowsMadeIn(source).map((node) => ({ path: source.path, node })))
    expect(made.map(({ path }) => path)).toEqual(['main/electron/windows.ts'])
    expect(webPreferencesIn(made[0].node)).toEqual({
      preload: 'computed',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      experimentalFeatures: false,
      allowRunningInsecureContent: false,
      spellcheck: false,
    })
  })

  it('takes calls in one file and exposes the bridge in one file', () => {
    expect(usersOf('ipcMain', sources)).toEqual(['main/electron/start.ts'])
    expect(usersOf('contextBridge', sources)).toEqual(['preload/index.ts'])
    expect(usersOf('ipcRenderer', sources)).toEqual(['preload/index.ts'])
  })

  it('guards every page there is and never touches what keeps pages apart', () => {
    const start = parseFile('main/electron/start.ts').text
    expect(start).toMatch(/app\.on\('web-contents-created', .*guardContents\(contents\)\)/)
    const shell = sources.filter((source) => source.path.startsWith('main/electron/'))
    expect(shell.length).toBeGreaterThan(10)
    for (const { path, text } of shell)
      expect(text, path).not.toMatch(
        /webSecurity|enableBlinkFeatures|nodeIntegration: true|disable-web-security|ignore-certificate|bypassCSP/,
      )
  })

  it('has menu commands that the palette of the page knows', () => {
    const namesIn = (file: string, pattern: RegExp): string[] => [...parseFile(file).text.matchAll(pattern)].map(([, name]) => name ?? '')
    const asked = namesIn('main/electron/menu.ts', /command\('([a-z.]+)'/g)
    expect(asked.length).toBeGreaterThan(4)
    expect(namesIn('renderer/features/palette/app-actions.ts', /name: '([a-z.]+)'/g)).toEqual(expect.arrayContaining(asked))
  })

  it('keeps the preload as small as it is', () => {
    expect(parseFile('preload/index.ts').imports.toSorted()).toEqual(['../shared/ipc-names', 'electron'])
    expect(parseFile('preload/index.ts').text.split('\n').length).toBeLessThan(30)
  })

  it('would be found out', () => {
    const planted = parseText(
      'main/a.ts',
      "const w = new BrowserWindow({ webPreferences: { sandbox: choose(), ...more } }); ipcMain.on('x', f)",
    )
    expect(webPreferencesIn(windowsMadeIn(planted)[0])).toEqual({ sandbox: 'computed', spread: true })
    expect(usersOf('ipcMain', [planted])).toEqual(['main/a.ts'])
  })
})
