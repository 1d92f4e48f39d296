import { findProgram } from './programs/all'

/** Programs that run whatever their words say: a rule about their name would allow everything. */
const RUNS_ANYTHING: ReadonlySet<string> = new Set(
  'bash sh zsh dash ksh fish csh tcsh env xargs sudo doas su pkexec command builtin exec eval source . time timeout nice nohup setsid stdbuf watch strace ltrace script expect parallel flock chroot unshare busybox toybox python python2 python3 node deno ruby perl php lua tclsh osascript java npx bunx pnpx uvx pipx ssh scp rsync find fd awk gawk mawk sed vim vi nano emacs tmux screen docker-compose at batch crontab gdb powershell pwsh cmd trap alias read rm dd mkfs tee tar zip unzip split csplit man less more curl wget http nc ncat netcat socat telnet ftp sftp rsh git-shell patch ln cp mv install chmod chown docker-machine open xdg-open tsx ts-node jiti vite-node nodemon pypy ipython swift julia rscript r octave dart elixir iex erl escript groovy scala kotlin ghci runghc guile racket nvim ex view ed m4 lldb valgrind perf sqlite psql mysql mongosh redis-cli cross-env dotenv concurrently npm-run-all run-s run-p entr systemd-run runuser setpriv firejail bwrap proot fakeroot gosu ash mksh rbash nu elvish xonsh corepack'.split(
    ' ',
  ),
)

/** Sub-commands that run whatever follows. */
const RUNS_MORE: ReadonlySet<string> = new Set([
  'npm exec',
  'npm x',
  'npm config',
  'npm create',
  'npm init',
  'npm innit',
  'npm explore',
  'npm set-script',
  'pnpm create',
  'yarn create',
  'yarn node',
  'yarn config',
  'pnpm config',
  'bun create',
  'pnpm dlx',
  'pnpm exec',
  'yarn dlx',
  'yarn exec',
  'bun x',
  'bun run',
  'uv run',
  'poetry run',
  'pipenv run',
  'bundle exec',
  'go run',
  'docker run',
  'docker exec',
  'podman run',
  'podman exec',
  'kubectl exec',
  'docker compose exec',
  'docker compose run',
  'git config',
  'git rebase',
  'git submodule foreach',
  'git bisect',
  'git difftool',
  'git mergetool',
  'git hook',
  'git filter-branch',
  'conda run',
  'cargo run',
])

/** Programs whose first word says what they do, and those whose second one does too. */
const TWO_WORDS: ReadonlySet<string> = new Set(
  'git npm pnpm yarn bun cargo go docker podman kubectl helm terraform gh aws gcloud az pip pip3 poetry uv gem bundle composer dotnet mvn gradle make brew apt systemctl rustup conda'.split(
    ' ',
  ),
)
const THREE_WORDS: ReadonlySet<string> = new Set([
  'npm run',
  'pnpm run',
  'yarn run',
  'docker compose',
  'git stash',
  'git remote',
  'git worktree',
  'gh pr',
  'gh issue',
  'aws s3',
  'cargo xtask',
  'uv pip',
])

/** The words of a rule about a program with its sub-commands, or undefined when there can be none. */
export function programPrefix(words: readonly string[]): readonly string[] | undefined {
  const prefix = beginning(words)
  return prefix && coversProgram(prefix, words) ? prefix : undefined
}

function beginning(words: readonly string[]): readonly string[] | undefined {
  const [name = '', second = '', third = ''] = words
  const isWord = (word: string) => /^[\w@][\w:.@/+-]*$/.test(word)
  if (!TWO_WORDS.has(name)) return mayBeProgram([name]) ? [name] : undefined
  if (!isWord(second)) return undefined
  const pair = [name, second]
  if (!THREE_WORDS.has(pair.join(' '))) return mayBeProgram(pair) ? pair : undefined
  return isWord(third) && mayBeProgram([...pair, third]) ? [...pair, third] : undefined
}

/** False for a beginning that could go on to anything. Also asked of stored rules: a file may hold what was never offered. */
function mayBeProgram(words: readonly string[]): boolean {
  const [name = '', second = '-', third = '-'] = words
  if (!/^[\w][\w+.-]*$/.test(name) || runsAnything(name) || isInTables(words)) return false
  if (!TWO_WORDS.has(name)) return true
  const pair = `${name} ${second}`
  if (second.startsWith('-') || (THREE_WORDS.has(pair) && third.startsWith('-'))) return false
  return !runsMore(words)
}

/** `python3.11` is `python`. */
const runsAnything = (name: string): boolean => [name, name.replace(/[\d.]+$/, '')].some((each) => RUNS_ANYTHING.has(each.toLowerCase()))

/** Whatever flags stand between the words. */
function runsMore(words: readonly string[]): boolean {
  const plain = words.filter((word) => !word.startsWith('-'))
  return [2, 3].some((length) => RUNS_MORE.has(plain.slice(0, length).join(' ')))
}

/** What the tables know passes unasked where it only reads; where it does not, its flags are what matters. */
function isInTables([name = '', ...more]: readonly string[]): boolean {
  let program = findProgram(name)
  if (program && more.length === 0) return !TWO_WORDS.has(name)
  for (const word of more) {
    if (!program?.commands || !Object.hasOwn(program.commands, word)) return false
    program = program.commands[word]
  }
  return program !== undefined
}

/** Flags that name a program to run, or a file that does, whatever the program; and variables, which make takes as words. */
const RUNS_BY_FLAG =
  /^--?(?:init-script|vettool|upload-pack|receive-pack|exec|exec-path|open-files-in-pager|ext-diff|use-compress-program|to-command|checkpoint-action|rsh|filter|compress-program|pre|pager|shell|script-shell|command|editor|config|config-env|rcfile|init-file|require|import|eval|loader|node-options|toolexec|plugin|rulesdir|hook|git-dir|work-tree|prefix|global|unsafe-perm|import-map|preload)(?:=|$)|^-(?:c|e|C|I)$|^[A-Z][A-Z0-9_]*=/

/** True when a rule about a program covers this call of it. */
export const coversProgram = (rule: readonly string[], words: readonly string[]): boolean =>
  mayBeProgram(rule) && beginsWith(words, rule) && !runsMore(words) && !words.slice(rule.length).some((word) => RUNS_BY_FLAG.test(word))

const beginsWith = (words: readonly string[], first: readonly string[]): boolean =>
  first.length > 0 && first.length <= words.length && first.every((word, index) => words[index] === word)

/** A word as it was written, which the shell makes something else of. */
export const OPEN_WORD = /[$`*?[{\\'"…]/
/** What runs a text among its words as a command. */
const RUNS_TEXT = /^(?:eval|trap|alias)$/
const SHELL = /^(?:ba|z|da|k|fi|c|tc|a|mk)?sh$/

/**
 * Whether a program is one that a rule forbids or asks for, whatever flags stand between its words. `maybe` where nobody knows: a word
 * that may be a flag's value, or one that the shell changes.
 */
export function isProgramOf(rule: readonly string[], words: readonly string[]): 'yes' | 'maybe' | 'no' {
  const [name = ''] = words
  let sure: 'yes' | 'maybe' = 'yes'
  let at = 0
  for (const expected of rule) {
    if (expected.startsWith('-') && words.includes(expected)) continue
    const found = findWord(expected, words, at)
    if (!found) return RUNS_TEXT.test(name) || (SHELL.test(name) && words.some((word) => /^-\w*c/.test(word))) ? 'maybe' : 'no'
    if (!found.isSure) sure = 'maybe'
    at = found.at + 1
  }
  return rule.length === 0 ? 'no' : sure
}

/** The place of a word from `at` on, flags with their values passed over; not sure where it may be another word. */
function findWord(expected: string, words: readonly string[], at: number): { readonly at: number; readonly isSure: boolean } | undefined {
  let isSure = true
  let mayBeValue = false
  for (let next = at; next < words.length; next += 1) {
    const word = words[next] ?? ''
    if (word === expected) return { at: next, isSure }
    if (OPEN_WORD.test(word)) return { at: next, isSure: false }
    const isFlag = next > 0 && word.startsWith('-')
    if (!isFlag && !mayBeValue) return undefined
    if (!isFlag) isSure = false
    mayBeValue = isFlag
  }
  return undefined
}
