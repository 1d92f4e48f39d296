import { z } from 'zod'
import { ClineDefaultTool } from '../../../shared/tools'
import { toolFailed, writesPatches } from '../tool-handler'
import { explainRefusal } from './edit-problems'
import { pathField, textField, withPathAlias } from './input-fields'
import { type EditWork, SharedToolHandler } from './shared-tool-handler'

const description = `Change parts of a file with one or more SEARCH/REPLACE blocks:
------- SEARCH
lines exactly as they are in the file
=======
lines to put there instead
+++++++ REPLACE
SEARCH holds whole lines, character for character with their indentation, and must stand in the file exactly once: add lines around until it does. \
Do not copy line numbers. Keep blocks small and apart. All blocks are looked up in the file as it is now; they apply together or not at all. \
An empty replacement deletes the lines.`

const Input = withPathAlias(
  z.object({
    path: pathField('The file, relative to the project folder or absolute.'),
    diff: textField('One or more SEARCH/REPLACE blocks.'),
  }),
)
type Input = z.infer<typeof Input>

export class ReplaceInFileToolHandler extends SharedToolHandler<Input> {
  constructor() {
    super(work)
  }
}

const work: EditWork<Input> = {
  name: ClineDefaultTool.FILE_EDIT,
  spec: { description, input: Input, offered: (context) => !writesPatches(context) },
  streamed: 'diff',
  draftedAs: 'editedExistingFile',
  newText: ({ diff }, { path, before }, config) => {
    const outcome = config.services.edits.applyBlocks(before?.text ?? '', diff)
    if (outcome.kind === 'edited') return { kind: 'text', text: outcome.text, places: outcome.places }
    if (!before && outcome.kind === 'refused') {
      return { kind: 'problem', response: toolFailed(`There is no file ${path.display}. To create it, use write_to_file.`) }
    }
    return { kind: 'problem', response: explainRefusal(config, { path, text: before?.text ?? '' }, outcome) }
  },
  summarise: ({ path, before, places }) =>
    before ? `Edit ${places.length === 1 ? 'one place' : `${places.length} places`} in ${path.display}` : `Create ${path.display}`,
}
