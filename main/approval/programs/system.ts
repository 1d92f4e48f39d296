import type { Programs, ProgramCall } from './program'
import { textOf } from '../shell-words'

/** Programs that tell of the machine, and what the shell itself says. */
export const system: Programs = {
  pwd: { flags: '-L -P', words: 'none' },
  whoami: { words: 'none' },
  id: { flags: '-u -g -G -n -r', words: 'text', most: 1 },
  groups: { words: 'text', most: 1 },
  hostname: { flags: '-s -f -d -i -I', words: 'none' },
  uname: { flags: '-a -s -r -m -n -v -p -o --all', words: 'none' },
  arch: { words: 'none' },
  uptime: { flags: '-p -s', words: 'none' },
  date: {
    flags: '-u -R -I? -d= -j --utc --iso-8601? --rfc-3339= --date= --universal -r@ --reference@',
    plusWords: true,
    words: 'text',
    check: checkDate,
  },
  cal: { flags: '-1 -3 -y -m', words: 'text' },
  nproc: { flags: '--all --ignore=', words: 'none' },
  free: { flags: '-h -b -k -m -g -t -w --human', words: 'none' },
  lscpu: { flags: '-J -e -p', words: 'none' },
  getconf: { flags: '-a', words: 'text', most: 2 },
  locale: { flags: '-a -m', words: 'none' },
  ps: { flags: '-e -f -A -a -u= -x -p= -o= -l -w -H -C= --sort= --no-headers --forest -ef -aux -eo= -fp=', words: 'text', check: checkPs },
  pgrep: { flags: '-f -l -a -x -u= -P= -n -o -c -i -fl -af -lf', words: 'text' },
  lsof: { flags: '-i= -n -P -p= -t -a -u= -c= -nP -iTCP? -sTCP? -s?', words: 'none' },
  ss: { flags: '-t -u -l -n -p -a -s -4 -6 -x -e -m -o -r', words: 'none' },
  netstat: { flags: '-t -u -l -n -p -a -r -i -s -v -f=', words: 'none' },
  env: { flags: '-0 --null', words: 'none' },
  printenv: { flags: '-0 --null', words: 'text' },
  which: { flags: '-a -s --all', words: 'text' },
  whereis: { flags: '-b -m -s', words: 'text' },
  whatis: { words: 'text' },
  apropos: { words: 'text' },
  man: { flags: '-f -k -w', words: 'text', check: checkMan },
  type: { flags: '-a -t -p -P -f', words: 'text' },
  hash: { words: 'none' },
  history: { counts: true, words: 'text', most: 1, check: checkNumber },
  ulimit: { flags: '-a -n -u -f -s -c -v -S -H', words: 'none' },
  sleep: { words: 'text' },
  seq: { flags: '-s= -w -f= --separator= --equal-width --format=', words: 'text' },
  expr: { words: 'inert' },
  factor: { words: 'inert' },
  echo: { words: 'inert' },
  printf: { words: 'text', check: checkPrintf },
  true: { words: 'inert' },
  false: { words: 'inert' },
  ':': { words: 'inert' },
  exit: { words: 'text', most: 1, check: checkNumber },
  break: { words: 'text', most: 1, check: checkNumber },
  continue: { words: 'text', most: 1, check: checkNumber },
  read: { flags: '-r', words: 'text', check: checkRead },
}

/** Digits alone would set the clock. */
function checkDate({ operands }: ProgramCall): string | undefined {
  return operands.every((word) => textOf(word)?.startsWith('+')) ? undefined : 'date may set the clock'
}

function checkMan({ operands }: ProgramCall): string | undefined {
  return operands.every((word) => /^[\w][\w+:.-]*$/.test(textOf(word) ?? '')) ? undefined : 'man would show a file of its own choice'
}

/** Without a dash, `e` shows the environment of every process, keys included. */
function checkPs({ operands }: ProgramCall): string | undefined {
  return operands.every((word) => /^(?:[afjlmruvwx]+|\d+)$/.test(textOf(word) ?? ''))
    ? undefined
    : 'ps may show what other programs keep to themselves'
}

/** zsh computes what is no number, and computing can run commands. */
function checkNumber({ name, operands }: ProgramCall): string | undefined {
  return operands.every((word) => /^\d+$/.test(textOf(word) ?? '')) ? undefined : `${name} has a word that is no number`
}

/** zsh computes the words of a number's format. */
function checkPrintf({ operands }: ProgramCall): string | undefined {
  const texts = operands.map((word) => textOf(word) ?? word.values.map(({ text }) => text).join(' '))
  return textOf(operands[0]) !== undefined && texts.slice(1).every((text) => !/[[$`]/.test(text))
    ? undefined
    : 'nobody can say what printf does with its words'
}

/** A name in capitals may be one that steers the shell, and a name with brackets is computed. */
function checkRead({ operands }: ProgramCall): string | undefined {
  return operands.length > 0 &&
    operands.every((word) => /^(?!path$|cdpath$|fpath$|argv$|status$)[a-z_][a-z0-9_]*$/.test(textOf(word) ?? ''))
    ? undefined
    : 'read would set a variable that is not known'
}
