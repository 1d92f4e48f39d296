import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Node, type ParsedSource, parseFile, walk } from './parsed-source'
import { codeBelow, filesBelow } from './source-files'

/**
 * Lays out the folders anew with nothing in their files but what they import, and gives the place. The import check reads
 * that: its own parser gives up on newer syntax, and would then take the whole check with it. Lies below `root`, so that
 * packages are found as they are from the sources.
 */
export function layOutImports(root: string, folders: readonly string[]): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const place = mkdtempSync(join(root, '.cache/imports-'))
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  for (const folder of folders) {
    const code = new Set(codeBelow(folder, root))
    for (const file of filesBelow(folder, root)) {
      mkdirSync(dirname(join(place, file)), { recursive: true })
      writeFileSync(join(place, file), code.has(file) ? importsOnly(parseFile(file, root)) : '')
    }
  }
  return place
}

function importsOnly(source: ParsedSource): string {
  const lines: string[] = []
  walk(source.program, (node) => {
    const line = importOf(node, source.text)
    if (line !== undefined) lines.push(line)
  })
  return `${lines.join('\n')}\n`
}

/** The statement as it stands, or one that leads to the same module. */
function importOf(node: Node, text: string): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return text.slice(node.start, node.end)
    case 'ExportNamedDeclaration':
      return node.source ? text.slice(node.start, node.end) : undefined
    case 'ImportExpression':
      return node.source.type === 'Literal' ? `import(${text.slice(node.source.start, node.source.end)})` : undefined
    case 'TSImportType':
      return `import type {} from ${text.slice(node.source.start, node.source.end)}`
    default:
      return undefined
  }
}
