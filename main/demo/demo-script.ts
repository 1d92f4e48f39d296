import { RIGHT_BLOCK, RIGHT_LINE, SOURCE_PATH, TEST_PATH, WRONG_BLOCK, WRONG_LINE } from './demo-files'
import type { DemoPast, PastStep } from './demo-past'

/** One answer of the script: some words, and always one call. */
export interface DemoStep {
  readonly text: string
  readonly call: { readonly name: string; readonly input: Readonly<Record<string, unknown>> }
}

export interface DemoScene {
  readonly past: DemoPast
  /** Names of the tools that are offered now. */
  readonly tools: readonly string[]
  /** How to run Node: as a person types it, and as it works where that is not found. */
  readonly node: { readonly usual: string; readonly own: string }
}

/** What the script does next, given what became of what it did before. Says the truth about what happened, whatever that was. */
export function nextDemoStep(scene: DemoScene): DemoStep {
  const step = completionReply(scene) ?? explore(scene) ?? plan(scene) ?? runFirst(scene) ?? edit(scene) ?? runAgain(scene) ?? finish(scene)
  const before = [scene.past.hasSpoken ? undefined : notice, scene.past.hasSpoken ? replyTo(scene.past.words) : undefined]
  return { ...step, text: [...before, step.text].filter(Boolean).join('\n\n') }
}

const notice =
  'This is a script, not a model. It plays one fixed example on a sample project, so that you see how Countersign works: it asks before it changes or runs anything. No key is needed, and nothing leaves this machine.'

const replyTo = (words: string): string | undefined =>
  words === '' ? undefined : `You wrote: "${short(words)}". A script cannot follow that, so it goes on with its example.`

const short = (words: string): string => (words.length > 120 ? `${words.slice(0, 120)}…` : words).replaceAll(/\s+/g, ' ')

const stepsOf = ({ past }: DemoScene, tool: string): readonly PastStep[] => past.steps.filter((step) => step.tool === tool)
const readOf = (scene: DemoScene, path: string): PastStep | undefined =>
  stepsOf(scene, 'read_file').find((step) => step.input['path'] === path)

/** After the end, whatever is written gets an honest answer. */
function completionReply(scene: DemoScene): DemoStep | undefined {
  if (stepsOf(scene, 'attempt_completion').length === 0) return undefined
  return complete(
    '',
    'The example is over, and a script has no more to say. To have real work done, choose a provider and a model in Settings, open a project folder and write what you want.',
  )
}

const complete = (text: string, result: string): DemoStep => ({ text, call: { name: 'attempt_completion', input: { result } } })

function explore(scene: DemoScene): DemoStep | undefined {
  const [listing] = stepsOf(scene, 'list_files')
  if (!listing) return { text: 'First it looks at what is here.', call: { name: 'list_files', input: { path: '.', recursive: true } } }
  if (listing.outcome === 'failed' || (listing.outcome === 'done' && !listing.text.includes('receipt'))) return stop(notHere)
  const test = readOf(scene, TEST_PATH)
  if (!test)
    return { text: 'There are a source file and a test. It reads the test.', call: { name: 'read_file', input: { path: TEST_PATH } } }
  return test.outcome === 'failed' ? stop(notHere) : undefined
}

const notHere =
  'Nothing was done: this folder is not the sample project that the script knows. Start the demo anew to get a fresh one, or choose a model in Settings to work here.'
const stop = (result: string): DemoStep => complete('Here the script ends.', result)

const planText = `This is a script's plan, the same each time:

1. Run the tests, to see which one fails.
2. Read \`${SOURCE_PATH}\` and mend what is wrong there.
3. Run the tests again.

Switch to Act to let it be carried out.`

function plan(scene: DemoScene): DemoStep | undefined {
  if (!scene.tools.includes('plan_mode_respond')) return undefined
  return { text: '', call: { name: 'plan_mode_respond', input: { response: planText } } }
}

const runsOf = (scene: DemoScene): readonly PastStep[] => stepsOf(scene, 'execute_command')
/** Calls before the first edit that was carried out, and after it. */
function runsAround(scene: DemoScene): { readonly before: readonly PastStep[]; readonly after: readonly PastStep[] } {
  const edited = scene.past.steps.findIndex((step) => step.tool === 'replace_in_file' && step.outcome === 'done')
  const isAfter = (step: PastStep): boolean => edited >= 0 && scene.past.steps.indexOf(step) > edited
  const runs = runsOf(scene)
  return { before: runs.filter((step) => !isAfter(step)), after: runs.filter(isAfter) }
}

function runFirst(scene: DemoScene): DemoStep | undefined {
  const last = runsAround(scene).before.at(-1)
  if (!last) return run(scene, 'It runs the tests, to see which one fails.')
  return canTryOwnNode(scene, last) ? runWithOwnNode(scene) : undefined
}

const run = (scene: DemoScene, text: string, node = usableNode(scene)): DemoStep => ({
  text,
  call: { name: 'execute_command', input: { command: `${node} ${TEST_PATH}`, requires_approval: false } },
})

const runWithOwnNode = (scene: DemoScene): DemoStep =>
  run(scene, 'There is no Node.js on the PATH of this shell. The app brings one: it tries that.', scene.node.own)

const usesOwnNode = (scene: DemoScene): boolean => runsOf(scene).some((step) => step.input['command'] === `${scene.node.own} ${TEST_PATH}`)
const usableNode = (scene: DemoScene): string => (usesOwnNode(scene) ? scene.node.own : scene.node.usual)

const canTryOwnNode = (scene: DemoScene, last: PastStep): boolean =>
  last.outcome !== 'turned_down' && /not found|not recognized/i.test(last.text) && !usesOwnNode(scene)

function edit(scene: DemoScene): DemoStep | undefined {
  const source = readOf(scene, SOURCE_PATH)
  if (!source) {
    return {
      text: `${tellRun(runsAround(scene).before.at(-1))} It reads the source.`,
      call: { name: 'read_file', input: { path: SOURCE_PATH } },
    }
  }
  const edits = stepsOf(scene, 'replace_in_file')
  if (edits.some((step) => step.outcome === 'done')) return undefined
  if (edits.some((step) => step.outcome === 'failed')) {
    return stop(
      `Nothing was changed: \`${SOURCE_PATH}\` is not as the script laid it out, so its edit does not fit. Start the demo anew to get a fresh one.`,
    )
  }
  if (edits.length === 0)
    return replace(WRONG_LINE, RIGHT_LINE, 'The sum leaves out how many pieces there are. It offers this edit: one line.')
  if (edits.length === 1)
    return replace(WRONG_BLOCK, RIGHT_BLOCK, 'You turned that edit down, so the file is as it was. There is another way to write it.')
  return stop(
    'You turned down both edits, so nothing was changed and one test still fails. That is how it should be: nothing happens that you did not countersign.',
  )
}

const replace = (search: string, replacement: string, text: string): DemoStep => ({
  text,
  call: {
    name: 'replace_in_file',
    input: { path: SOURCE_PATH, diff: `------- SEARCH\n${search}\n=======\n${replacement}\n+++++++ REPLACE` },
  },
})

function runAgain(scene: DemoScene): DemoStep | undefined {
  const { before, after } = runsAround(scene)
  const last = after.at(-1)
  // Who did not want the tests run the first time is not asked again.
  if (!last) return before.at(-1)?.outcome === 'turned_down' ? undefined : run(scene, 'The edit is saved. It runs the tests again.')
  return canTryOwnNode(scene, last) ? runWithOwnNode(scene) : undefined
}

const changed = `\`total\` in \`${SOURCE_PATH}\` added up prices without looking at the quantity. Now it multiplies the two.`
const goOn = 'This was a script on a sample project: choose a model in Settings, open a folder of your own, and ask for real work.'

function finish(scene: DemoScene): DemoStep {
  const { before, after } = runsAround(scene)
  const counts = countsOf((after.at(-1) ?? before.at(-1))?.text ?? '')
  if (after.at(-1)?.outcome === 'done' && counts?.failed === 0)
    return complete('', `${changed} All ${counts.passed} tests pass.\n\n${goOn}`)
  const unchecked = after.length === 0 || after.at(-1)?.outcome === 'turned_down'
  const state = unchecked
    ? `Whether the tests pass now was not checked, because you did not want them run: \`${scene.node.usual} ${TEST_PATH}\` shows it.`
    : 'The tests do not all pass, so something else is wrong here that the script knows nothing of.'
  return complete('', `${changed} ${state}\n\n${goOn}`)
}

function tellRun(step: PastStep | undefined): string {
  if (step?.outcome === 'turned_down') return 'You did not want the tests run, so it goes on without.'
  const counts = countsOf(step?.text ?? '')
  if (!counts) return 'The tests could not be run here, so it goes on without.'
  return counts.failed === 0
    ? 'All tests pass already, which the script did not expect.'
    : `${counts.failed} of ${counts.failed + counts.passed} tests fails.`
}

function countsOf(output: string): { readonly passed: number; readonly failed: number } | undefined {
  const match = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1)
  return match ? { passed: Number(match[1]), failed: Number(match[2]) } : undefined
}
