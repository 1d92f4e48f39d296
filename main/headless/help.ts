/** The text for `--help`: of one command, or of all of them together. */
export function helpText(about: string | undefined): string {
  const text = about === undefined ? undefined : texts.get(about)
  return `${text ?? overview}\n`
}

const modelOptions = `Model (default: the settings)
  --provider ID            anthropic, openai (any compatible endpoint), openrouter, cline, ollama, lmstudio, demo
  --model ID               the model's id as the provider names it
  --base-url URL           another address: without /v1 for anthropic, with it for openai
  --api-key-env NAME       environment variable that holds the key; a key is never an argument.
                           Default: the provider's usual one (ANTHROPIC_API_KEY, OPENAI_API_KEY, …),
                           then the key file that only you can read`

const approvalOptions = `What it may do, and who answers
  --mode act|plan          plan looks and proposes, and changes nothing (default: act)
  --auto-approve LIST      comma list of what needs no question: readFiles, readFilesExternally,
                           editFiles, editFilesExternally, executeSafeCommands, executeAllCommands,
                           useBrowser, useMcp; or none; or all (default: the settings)
  --on-ask WHO             who answers a question (default: stdin with --json, tty at a terminal, else nobody)
                             tty      you, here: one key for each button, other words are feedback
                             stdin    the other end, as JSON lines
                             approve  press the approving button of each tool; questions to you end with 3
                             nobody   the first question ends the run with 3 (also spelt reject)
  --trust                  trust this folder's own configuration for this run`

const runOptions = `Where and how
  --cwd DIR                the project folder (default: where you stand)
  --data-dir DIR           settings, tasks, secrets, logs (default: the platform's application-data folder
                           + countersign; also COUNTERSIGN_DATA_DIR)
  --settings FILE          JSON merged over the settings for this run
  --json                   JSON Lines on stdout and nothing else there; logs on stderr

Limits (default: none)
  --max-turns N            stop before turn N + 1
  --max-cost USD           stop once this is spent
  --timeout S              stop after so many seconds`

const exitCodes = `Exit codes
  0  completed
  1  failed
  2  wrong usage or settings, or a task that another process holds
  3  an answer was needed and nobody gave it
  4  a limit stopped it
  130  cancelled (Ctrl+C, a termination signal, a closed terminal or pipe; it can be resumed)`

const carried = [modelOptions, approvalOptions, runOptions, exitCodes].join('\n\n')

const overview = `Countersign, a coding agent that does nothing you did not countersign.

  countersign run [options] "PROMPT"                   carry out one task
  countersign resume TASK_ID [options] ["MESSAGE"]     go on with a stored task
  countersign demo [options]                           the built-in demo on its sample project: no key, no network
  countersign history [--query TEXT] [--json]          the stored tasks, newest first
  countersign export TASK_ID [--format md|json]        one task as a transcript
  countersign tools [--mode act|plan] [--json]         what is offered to the model now
  countersign doctor [--json]                          what this machine has, and how to mend what it has not

From a checkout: npm run --silent headless -- COMMAND …

"countersign COMMAND --help" lists the options of a command.

Examples
  countersign demo
  countersign run "Why does npm test fail?" --mode plan
  countersign run "Fix the failing test" --auto-approve readFiles,executeSafeCommands

${exitCodes}`

const run = `countersign run [options] "PROMPT"

Carries out one task and ends when it is done. Relative paths start where you stand.

${carried}

Examples
  countersign run "Add a test for src/sum.js"
  countersign run "Fix the build" --cwd ../web --auto-approve readFiles,editFiles --max-cost 0.50
  countersign run "List what is unused" --json --on-ask nobody --timeout 120
  countersign run "Say hello" --provider openai --base-url http://localhost:8000/v1 --model mine --api-key-env KEY`

const resume = `countersign resume TASK_ID [options] ["MESSAGE"]

Goes on with a stored task, in its own folder unless --cwd names another. A message is said first.
"countersign history" lists the ids.

${carried}

Examples
  countersign resume 01K7ZQ4Z4V6R7C9V4J3T0X5N2B
  countersign resume 01K7ZQ4Z4V6R7C9V4J3T0X5N2B "Use the other file" --on-ask tty`

const demo = `countersign demo [options]

Runs the built-in demo: a scripted model works on a sample project in the data folder, with the real tools,
the real questions and the real commands. It needs no key and no network.

${approvalOptions}

${runOptions}

${exitCodes}

Examples
  countersign demo
  countersign demo --on-ask approve
  countersign demo --json --on-ask approve`

const history = `countersign history [--query TEXT] [--json]

Lists the stored tasks, newest first: id, time, status, cost, first words, folder.

Options
  --query TEXT     only tasks whose words or folder hold every word of TEXT
  --json           one JSON array: [{taskId, ts, task, cwd, status, cost}]; cost is null when it is unknown
  --data-dir DIR   where the tasks are

Exit codes
  0  listed, even if there is none
  2  wrong usage

Examples
  countersign history
  countersign history --query "failing test" --json`

const exported = `countersign export TASK_ID [--format md|json]

Writes one stored task to stdout. A task that is running is exported as far as it is written.

Options
  --format md      for people: who said what, each call with its diff or output (default)
  --format json    for programs: {taskId, ts, task, cwd, status, cost, …, changes, rows, turns}
  --data-dir DIR   where the tasks are

Exit codes
  0  written
  2  wrong usage, or there is no such task

Examples
  countersign export 01K7ZQ4Z4V6R7C9V4J3T0X5N2B > task.md
  countersign export 01K7ZQ4Z4V6R7C9V4J3T0X5N2B --format json`

const tools = `countersign tools [--mode act|plan] [--json]

Lists the tools that are offered to the model now, with these settings.

Options
  --mode act|plan  the mode to list them for (default: act)
  --json           one JSON array: [{name, description, inputSchema}]
  --data-dir DIR   where the settings are

Exit codes
  0  listed
  2  wrong usage

Examples
  countersign tools
  countersign tools --mode plan --json`

const doctor = `countersign doctor [--json]

Looks for what is needed on this machine: Node, a terminal for commands (pty), ripgrep and a data folder that can
be written; and for what the window uses or what is good to know: git, Electron, Chromium, a display, a sandbox,
the PATH of your login shell, where keys are kept. Says how to mend what is missing.

Options
  --json           one JSON array: [{name, found, version?, path?, mend?}]
  --data-dir DIR   the data folder to look at

Exit codes
  0  everything needed is there
  1  something needed is missing
  2  wrong usage

Examples
  countersign doctor
  countersign doctor --json`

const texts: ReadonlyMap<string, string> = new Map(Object.entries({ run, resume, demo, history, export: exported, tools, doctor }))
