/** What programs are known to do that is no reading: it only makes the reason to ask a good sentence. */
export interface KnownEffect {
  readonly kind: 'writes' | 'deletes' | 'network' | 'runs'
  /** Which of its words are paths that it touches. `last`: it writes there. `moves`: and deletes the others. */
  readonly paths?: 'all' | 'but first' | 'last' | 'moves' | 'of='
  /** In one sentence without a subject; `{words}` stands for the program's words that are not flags. */
  readonly why: string
}

const writes = (paths: NonNullable<KnownEffect['paths']>, why: string): KnownEffect => ({ kind: 'writes', paths, why })
const network = (why: string): KnownEffect => ({ kind: 'network', why })
const runs = (why: string): KnownEffect => ({ kind: 'runs', why })
const changes = (why: string): KnownEffect => ({ kind: 'writes', why })

const deleting: KnownEffect = { kind: 'deletes', paths: 'all', why: 'deletes {words}' }

/** By the beginning of the words: the longest that fits holds. */
export const knownEffects: Readonly<Record<string, KnownEffect>> = {
  rm: deleting,
  rmdir: deleting,
  unlink: deleting,
  shred: deleting,
  trash: deleting,
  mv: { kind: 'writes', paths: 'moves', why: 'moves {words}' },
  cp: writes('last', 'copies {words}'),
  ln: writes('last', 'makes a link: {words}'),
  install: writes('last', 'copies {words}'),
  rsync: writes('last', 'copies {words}'),
  touch: writes('all', 'writes {words}'),
  mkdir: writes('all', 'makes {words}'),
  tee: writes('all', 'writes {words}'),
  truncate: writes('all', 'cuts {words}'),
  fallocate: writes('all', 'writes {words}'),
  chmod: writes('but first', 'changes who may use {words}'),
  chown: writes('but first', 'changes who owns {words}'),
  chgrp: writes('but first', 'changes who owns {words}'),
  dd: writes('of=', 'writes {words}'),
  patch: changes('changes files by a patch'),
  sed: changes('may write files: sed {words}'),
  sort: changes('may write a file or start a program: sort {words}'),
  tar: changes('packs or unpacks files: tar {words}'),
  unzip: changes('unpacks files: unzip {words}'),
  zip: changes('packs files: zip {words}'),
  gzip: writes('all', 'packs {words}'),
  gunzip: writes('all', 'unpacks {words}'),
  split: changes('writes files: split {words}'),
  ...Object.fromEntries(
    'curl wget http https nc ncat netcat telnet ftp sftp scp ssh ping dig nslookup host traceroute whois gh aws gcloud az heroku vercel netlify fly socat kubectl helm'
      .split(' ')
      .map((name) => [name, network(`reaches the network: ${name} {words}`)]),
  ),
  'git push': network('changes a remote: git push'),
  'git pull': network('reaches the network and changes files: git pull'),
  'git fetch': network('reaches the network: git fetch'),
  'git clone': network('reaches the network: git clone'),
  'git ls-remote': network('reaches the network: git ls-remote'),
  'git remote update': network('reaches the network: git remote update'),
  'git remote show': network('reaches the network: git remote show'),
  'git commit': changes('writes a commit, and runs the hooks of the project'),
  'git add': changes('changes what the next commit holds'),
  'git checkout': changes('changes files of the project: git checkout'),
  'git switch': changes('changes files of the project: git switch'),
  'git restore': changes('changes files of the project: git restore'),
  'git reset': changes('changes the branch, and perhaps files: git reset'),
  'git clean': { kind: 'deletes', why: 'deletes files that git does not know' },
  'git rm': { kind: 'deletes', why: 'deletes files: git rm {words}' },
  'git merge': changes('changes files of the project: git merge'),
  'git rebase': changes('rewrites commits: git rebase'),
  'git stash': changes('puts changes aside or back: git stash'),
  'git config': changes('changes the settings of git'),
  'git branch': changes('changes branches'),
  'git tag': changes('changes tags'),
  'npm install': network('downloads packages and runs their code: npm install'),
  'npm i': network('downloads packages and runs their code: npm i'),
  'npm ci': network('downloads packages and runs their code: npm ci'),
  'npm test': runs("runs the project's own script: npm test"),
  'npm start': runs("runs the project's own script: npm start"),
  'npm run': runs("runs the project's own script: npm run {words}"),
  'npm publish': network('publishes a package: npm publish'),
  'npm view': network('reaches the network: npm view'),
  npx: runs('runs a package, which it may download first: npx {words}'),
  pnpm: runs('may download packages and run scripts: pnpm {words}'),
  yarn: runs('may download packages and run scripts: yarn {words}'),
  bun: runs('may download packages and run scripts: bun {words}'),
  'pip install': network('downloads packages and runs their code: pip install'),
  'pip3 install': network('downloads packages and runs their code: pip3 install'),
  ...Object.fromEntries(
    'node python python3 ruby perl php lua deno tsx ts-node java tclsh osascript'
      .split(' ')
      .map((name) => [name, runs(`runs code: ${name} {words}`)]),
  ),
  ...Object.fromEntries(
    'make ninja cmake cargo go gradle mvn dotnet pytest jest vitest tsc eslint prettier rake bundle'
      .split(' ')
      .map((name) => [name, runs(`runs what the project sets up: ${name} {words}`)]),
  ),
  bash: runs('runs a script or starts a shell: bash {words}'),
  sh: runs('runs a script or starts a shell: sh {words}'),
  source: runs('runs a file in the shell: source {words}'),
  '.': runs('runs a file in the shell: {words}'),
  eval: runs('runs a text as a command: eval {words}'),
  trap: runs('runs a command later: trap {words}'),
  alias: runs('changes what later words mean: alias'),
  kill: changes('ends processes: kill {words}'),
  pkill: changes('ends processes: pkill {words}'),
  killall: changes('ends processes: killall {words}'),
  docker: runs('changes or runs containers: docker {words}'),
  terraform: network('reaches the network: terraform {words}'),
}

/** The longest beginning of the words that is known. */
export function findKnownEffect(words: readonly string[]): { readonly effect: KnownEffect; readonly length: number } | undefined {
  for (let length = Math.min(3, words.length); length > 0; length -= 1) {
    const key = words.slice(0, length).join(' ')
    const effect = Object.hasOwn(knownEffects, key) ? knownEffects[key] : undefined
    if (effect) return { effect, length }
  }
  return undefined
}
