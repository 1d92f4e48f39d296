import { checkAwk } from './awk'
import { checkJq, checkYq } from './jq'
import type { Program, Programs } from './program'
import { checkSed } from './sed'

const grep: Program = {
  flags:
    '-n -r -i -l -L -c -v -w -x -E -F -G -P -H -h -o -q -s -a -I -b -T -U -z -Z -y -e= -A= -B= -C= -m= -d= -D= -f@ --regexp= --file@ --include= --exclude= --exclude-dir= --exclude-from@ --color? --colour? --line-number --recursive --ignore-case --no-ignore-case --files-with-matches --files-without-match --count --invert-match --word-regexp --line-regexp --extended-regexp --fixed-strings --basic-regexp --perl-regexp --with-filename --no-filename --only-matching --quiet --silent --no-messages --text --binary-files= --byte-offset --context= --after-context= --before-context= --max-count= --null --null-data --line-buffered --label= --initial-tab',
  counts: true,
  words: 'pattern, paths',
  patternFlags: ['-e', '-f', '--regexp', '--file'],
}

const ripgrep: Program = {
  flags:
    '-n -N -i -l -c -v -w -x -F -P -H -I -o -q -s -S -a -u -U -p -0 -h -V -e= -A= -B= -C= -m= -g= -t= -T= -r= -f@ -d= -M= -j= --regexp= --file@ --glob= --iglob= --type= --type-not= --type-list --files --files-with-matches --files-without-match --count --count-matches --hidden -. --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-dot --unrestricted --ignore-case --smart-case --case-sensitive --word-regexp --line-regexp --fixed-strings --pcre2 --invert-match --only-matching --replace= --line-number --no-line-number --column --heading --no-heading --with-filename --no-filename --color= --colors= --context= --after-context= --before-context= --context-separator= --max-count= --max-depth= --max-columns= --max-columns-preview --max-filesize= --multiline --multiline-dotall --json --stats --sort= --sortr= --trim --null --null-data --text --quiet --no-messages --pretty --vimgrep --threads= --version --passthru --passthrough --one-file-system --encoding= --crlf --no-config --glob-case-insensitive --byte-offset --no-unicode',
  words: 'pattern, paths or here',
  patternFlags: ['-e', '-f', '--regexp', '--file', '--files', '--type-list', '--version', '-V'],
}

/** Programs that search and reshape text. */
export const text: Programs = {
  grep,
  egrep: grep,
  fgrep: grep,
  zgrep: { ...grep, flags: '-n -i -l -c -v -w -x -E -F -H -h -o -q -s -A= -B= -C= -m=', patternFlags: [] },
  rg: ripgrep,
  ag: {
    flags:
      '-i -l -L -c -v -w -Q -n -s -S -H -o -g= -G= -A= -B= -C= -m= -u -U -a --hidden --ignore= --ignore-dir= --nocolor --nogroup --noheading --depth= --literal --count --column',
    words: 'pattern, paths or here',
    patternFlags: ['-g'],
  },
  ack: {
    unless: ['.ackrc'],
    flags:
      '-i -l -L -c -v -w -Q -n -o -h -H -A= -B= -C= -m= -x --type= -t= --ts --js --py --rust --go --java --ruby --css --html --nocolor --noheading --nogroup --ignore-dir= --literal',
    words: 'pattern, paths or here',
  },
  fd: {
    flags:
      '-e= -t= -E= -d= -H -I -u -i -s -g -F -a -l -p -0 -1 -c= -q -S= --extension= --type= --exclude= --max-depth= --min-depth= --exact-depth= --hidden --no-ignore --unrestricted --ignore-case --case-sensitive --glob --fixed-strings --absolute-path --list-details --full-path --print0 --color= --quiet --size= --changed-within= --changed-before= --max-results= --prune --regex',
    words: 'pattern, paths or here',
  },
  sed: {
    flags:
      '-n -E -r -u -z -s -e= --quiet --silent --expression= --regexp-extended --null-data --separate --unbuffered --posix --debug --sandbox',
    words: 'pattern, paths',
    patternFlags: ['-e', '--expression'],
    check: checkSed,
  },
  awk: { flags: '-F= -v= --field-separator= --assign=', words: 'pattern, paths', check: checkAwk },
  gawk: { flags: '-F= -v= --field-separator= --assign=', words: 'pattern, paths', check: checkAwk },
  mawk: { flags: '-F= -v=', words: 'pattern, paths', check: checkAwk },
  jq: {
    flags:
      '-r -c -e -n -s -S -M -C -R -a -j --raw-output --compact-output --exit-status --null-input --slurp --sort-keys --monochrome-output --color-output --raw-input --ascii-output --join-output --tab --indent= --stream --seq --unbuffered',
    words: 'pattern, paths',
    check: checkJq,
  },
  // Its first word may be a file as well.
  yq: {
    flags:
      '-r -P -C -M -N -n -e -o= -p= -I= --output-format= --input-format= --prettyPrint --no-colors --no-doc --indent= --exit-status --unwrapScalar --null-input',
    words: 'paths',
    check: checkYq,
  },
  sort: {
    flags:
      '-r -n -u -h -k= -t= -b -f -d -g -i -M -R -V -s -z -c -C -m --reverse --numeric-sort --unique --human-numeric-sort --key= --field-separator= --ignore-leading-blanks --ignore-case --dictionary-order --general-numeric-sort --month-sort --version-sort --stable --zero-terminated --check? --merge --sort= --parallel=',
    words: 'paths',
  },
  // Its second word is a file that it writes.
  uniq: {
    flags: '-c -d -u -i -D -z -f= -s= -w= --count --repeated --unique --ignore-case --skip-fields= --skip-chars= --check-chars=',
    words: 'paths',
    most: 1,
  },
  cut: {
    flags: '-d= -f= -c= -b= -s -z --delimiter= --fields= --characters= --bytes= --only-delimited --complement --output-delimiter=',
    words: 'paths',
  },
  paste: { flags: '-s -d= -z --serial --delimiters=', words: 'paths' },
  join: { flags: '-1= -2= -j= -t= -o= -a= -v= -e= -i --header --check-order --nocheck-order', words: 'paths' },
  column: {
    flags: '-t -s= -n -c= -x -J -N= -o= -R= -L --table --separator= --output-separator= --columns= --json --table-columns= --table-right=',
    words: 'paths',
  },
  tr: { flags: '-d -s -c -C -t --delete --squeeze-repeats --complement', words: 'text' },
  rev: { words: 'paths' },
  fold: { flags: '-w= -s -b --width= --spaces --bytes', words: 'paths' },
  fmt: { flags: '-w= -s -u -t -c --width=', counts: true, words: 'paths' },
  expand: { flags: '-t= -i --tabs= --initial', words: 'paths' },
  unexpand: { flags: '-a -t= --all --tabs= --first-only', words: 'paths' },
  look: { flags: '-d -f -b -t=', words: 'pattern, paths' },
}
