import { join } from 'node:path'
import type { Notice } from '../../shared/extension-state'
import { makePrivateFolder } from '../storage/folders'
import { AgentFiles } from './agent-files'

export interface AgentsParts {
  readonly dataDir: string
  readonly homeDir: string
  readonly notices: { add(notice: Notice): void; withdraw(id: string): void }
}

/** The agents of a person: in the data folder, and where Cline keeps its own. What is wrong with a file is a notice until it is mended. */
export async function openAgents({ dataDir, homeDir, notices }: AgentsParts): Promise<AgentFiles> {
  let told: readonly string[] = []
  const folder = join(dataDir, 'agents')
  await makePrivateFolder(folder)
  const files = new AgentFiles({
    folders: [folder, join(homeDir, 'Documents', 'Cline', 'Agents')],
    onProblems: (problems) => {
      for (const id of told) notices.withdraw(id)
      told = problems.map(({ path }) => `agent-file-${path}`)
      for (const { path, message } of problems)
        notices.add({ id: `agent-file-${path}`, level: 'warning', code: 'agent_file', text: message })
    },
    changed: () => undefined,
  })
  await files.open()
  return files
}
