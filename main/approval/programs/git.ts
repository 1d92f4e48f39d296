import { textOf } from '../shell-words'
import type { Program, ProgramCall, Programs } from './program'

const DIFF_FLAGS =
  '-p -u -s -U= -M? -C? -R -a -b -w -z -O@ --patch --no-patch --unified= --raw --patch-with-stat --stat? --numstat --shortstat --dirstat? --summary --compact-summary --name-only --name-status --color? --no-color --color-moved? --word-diff? --word-diff-regex= --color-words? --minimal --patience --histogram --diff-algorithm= --no-renames --find-renames? --find-copies? --diff-filter= --check --full-index --abbrev? --binary --ignore-space-change --ignore-all-space --ignore-space-at-eol --ignore-blank-lines --inter-hunk-context= --function-context -W --no-ext-diff --no-textconv --text --relative? --no-prefix --exit-code --quiet --submodule? --ignore-submodules? --pickaxe-all --pickaxe-regex -S= -G= --src-prefix= --dst-prefix= --no-indent-heuristic --no-color-moved --cc -c -m'
const LOG_FLAGS = `${DIFF_FLAGS} -n= -g -i -E -F -P -L= -l= --oneline --graph --all --branches? --tags? --remotes? --decorate? --no-decorate --follow --format= --pretty? --abbrev-commit --no-abbrev-commit --since= --until= --after= --before= --author= --committer= --grep= --all-match --invert-grep --regexp-ignore-case --max-count= --skip= --reverse --date= --merges --no-merges --first-parent --topo-order --date-order --author-date-order --left-right --cherry-pick --cherry-mark --simplify-by-decoration --walk-reflogs --boundary --no-walk? --parents --children --full-history --ancestry-path --stdin --source --no-notes --notes? --log-size --decorate-refs= --exclude= --not --clear-decorations --min-parents= --max-parents= --relative-date --full-diff`

const history: Program = { flags: LOG_FLAGS, counts: true, words: 'paths or here', check: checkFormat }
const list = (flags: string, more: Partial<Program> = {}): Program => ({ flags, words: 'none', here: true, ...more })
const paths = (flags: string, more: Partial<Program> = {}): Program => ({ flags, words: 'paths or here', ...more })

const commands: Readonly<Record<string, Program>> = {
  status: paths(
    '-s -b -u? -v -z --short --branch --porcelain? --long --untracked-files? --ignored? --ignore-submodules? --show-stash --ahead-behind --no-ahead-behind --column? --no-column --renames --no-renames --verbose',
  ),
  log: history,
  show: history,
  whatchanged: history,
  diff: paths(`${DIFF_FLAGS} --cached --staged --merge-base --base --ours --theirs -0 -1 -2 -3`),
  'diff-tree': paths(`${DIFF_FLAGS} -r -t --root --no-commit-id --stdin --pretty? --format=`, { check: checkFormat }),
  'diff-files': paths(DIFF_FLAGS),
  'diff-index': paths(`${DIFF_FLAGS} --cached`),
  'range-diff': paths(`${DIFF_FLAGS} --creation-factor=`),
  'rev-list': { ...history, flags: `${LOG_FLAGS} --count --objects --header --timestamp --use-bitmap-index --disk-usage` },
  'rev-parse': paths(
    '--abbrev-ref? --short? --verify -q --quiet --show-toplevel --show-prefix --show-cdup --git-dir --git-common-dir --absolute-git-dir --is-inside-work-tree --is-bare-repository --is-inside-git-dir --is-shallow-repository --symbolic --symbolic-full-name --all --branches --tags --remotes --show-superproject-working-tree',
  ),
  branch: paths(
    '-a -r -v --all --remotes --verbose --show-current --list --contains= --no-contains= --merged= --no-merged= --points-at= --sort= --format= --color? --no-color --column? -i --ignore-case --abbrev? --no-abbrev',
    { check: wordsNeed('--list') },
  ),
  tag: paths('-l --list -n? --contains= --no-contains= --merged= --no-merged= --points-at= --sort= --format= --column? -i --ignore-case', {
    check: wordsNeed('-l', '--list'),
  }),
  remote: list('-v --verbose', { bare: true, commands: { 'get-url': paths('--all --push') } }),
  stash: list('', { commands: { list: history, show: history } }),
  reflog: { ...history, words: 'none', here: true, bare: true, commands: { show: history, exists: paths('') } },
  config: paths(
    '--get --get-all --get-regexp -l --list --show-origin --show-scope --global --local --system --worktree --name-only -z --null --type= --bool --int --path --includes --no-includes',
    {
      most: 1,
      check: checkConfigKey,
      commands: {
        get: paths('--all --show-origin --show-scope --global --local --system --regexp', { most: 1 }),
        list: list('--show-origin --show-scope --global --local --system --name-only -z'),
      },
    },
  ),
  blame: paths(
    '-L= -s -w -l -t -f -n -e -c -p -M? -C? --line-porcelain --porcelain --date= --since= --show-name --show-number --show-email --root --abbrev= --first-parent --ignore-rev= --reverse --color-lines --color-by-age',
  ),
  annotate: paths('-L= -l -t'),
  grep: {
    flags:
      '-n -i -l -L -c -v -w -E -F -G -P -h -H -o -q -p -W -I -a -z -r -e= -A= -B= -C= -m= --line-number --ignore-case --files-with-matches --name-only --count --invert-match --word-regexp --extended-regexp --fixed-strings --perl-regexp --cached --untracked --heading --break --show-function --function-context --max-depth= --max-count= --color? --no-color --full-name --all-match --and --or --not --recursive --no-recursive --only-matching --column --quiet --context=',
    counts: true,
    words: 'pattern, paths or here',
    patternFlags: ['-e'],
  },
  'ls-files': paths(
    '-c -d -m -o -i -s -u -t -v -z -k -x= --cached --deleted --modified --others --ignored --stage --unmerged --exclude-standard --exclude= --full-name --error-unmatch --directory --no-empty-directory --eol --deduplicate --abbrev? --format=',
  ),
  'ls-tree': paths('-r -d -t -l -z --name-only --name-status --full-name --full-tree --long --abbrev? --format= --object-only'),
  'cat-file': paths('-p -t -s -e --batch? --batch-check? --batch-all-objects --unordered'),
  'merge-base': paths('-a --all --is-ancestor --octopus --fork-point --independent'),
  'for-each-ref': paths(
    '--sort= --format= --count= --contains= --no-contains= --merged= --no-merged= --points-at= --color? --ignore-case',
    { check: checkFormat },
  ),
  'show-ref': paths('--head --heads --tags --branches --verify -d -q -s --hash? --abbrev?'),
  'show-branch': paths('-a -r --all --list --current --sha1-name --no-name'),
  'name-rev': paths('--name-only --tags --refs= --all --always'),
  describe: paths(
    '--tags --all --long --always --abbrev= --dirty? --exact-match --match= --exclude= --contains --first-parent --candidates= --broken?',
  ),
  shortlog: { ...history, flags: `${LOG_FLAGS} -s -n -e -w? --summary --numbered --email --group=` },
  'check-ignore': paths('-v -n -q --verbose --non-matching --no-index'),
  'check-attr': paths('-a --all --cached'),
  'count-objects': list('-v -H --verbose --human-readable'),
  cherry: paths('-v --abbrev?'),
  worktree: list('', { commands: { list: list('-v -z --porcelain --verbose') } }),
  submodule: list('', { commands: { status: paths('--cached --recursive'), summary: paths('--cached --files') } }),
  notes: list('', { commands: { list: paths(''), show: paths('') } }),
  var: paths('-l'),
  version: { flags: '--build-options', words: 'none' },
}

export const git: Programs = {
  git: { flags: '--no-pager --version -v --literal-pathspecs --no-optional-locks --no-replace-objects', words: 'none', commands },
}

/** Without one of these flags, a word would be the name of something new. */
function wordsNeed(...flags: readonly string[]): NonNullable<Program['check']> {
  return (call) =>
    call.operands.length > 0 && !call.flags.some(({ name }) => flags.includes(name))
      ? `git ${call.subcommands.join(' ')} would make something new`
      : checkFormat(call)
}

/** These placeholders start the program that checks signatures. */
function checkFormat({ flags, operands }: ProgramCall): string | undefined {
  const formats = [...flags.map(({ value }) => value), ...operands.map((word) => textOf(word) ?? '')]
  return formats.some((format) => /%G|%\(signature/.test(format)) ? 'git would check signatures with another program' : undefined
}

/** A word without a dot may be a sub-command of a newer git. */
function checkConfigKey({ operands }: ProgramCall): string | undefined {
  return operands.every((word) => textOf(word)?.includes('.')) ? undefined : 'git config may change what it holds'
}
