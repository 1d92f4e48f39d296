import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
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
  let told: readonly Notice[] = []
  const folder = join(dataDir, 'agents')
  await makePrivateFolder(folder)
  const files = new AgentFiles({
    folders: [folder, join(homeDir, 'Documents', 'Cline', 'Agents')],
    onProblems: (problems) => {
      const now = problems.map(({ path, message }): Notice => {
        return { id: `agent-file-${path}`, level: 'warning', code: 'agent_file', text: message }
      })
      for (const { id } of told) if (!now.some((each) => each.id === id)) notices.withdraw(id)
      // One that the person has put away comes again only with something new to say.
      for (const notice of now) if (!told.some((each) => isDeepStrictEqual(each, notice))) notices.add(notice)
      told = now
    },
  })
  await files.open()
  return files
}
