import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../workspace/system-errors'

/** Files by which a project would set up this program or one like it. None of them has any effect here, whatever stands in it. */
const SETTINGS_FILES = [
  '.countersign/settings.json',
  '.cline/settings.json',
  '.cline/globalState.json',
  '.cline/data/globalState.json',
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.mcp.json',
  'mcp.json',
  '.cline/mcp.json',
  '.cursor/mcp.json',
  '.vscode/mcp.json',
  '.vscode/settings.json',
  '.roo/mcp.json',
  '.gemini/settings.json',
  '.codex/config.toml',
  'opencode.json',
] as const

/** Those that are there. They are not opened. */
export async function findIgnoredSettings(folder: string): Promise<readonly string[]> {
  const there = await Promise.all(SETTINGS_FILES.map((path) => isThere(join(folder, path))))
  return SETTINGS_FILES.filter((_, at) => there[at])
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return false
  }
}
