import type { ProgramCall, Programs } from './program'

/** Programs that list, show and compare files. */
export const files: Programs = {
  ls: {
    flags:
      '-l -a -A -h -t -r -R -1 -S -d -F -G -g -o -i -s -p -c -u -U -X -x -C -m -n -N -Q -q -v -k -B -L -H -Z --all --almost-all --human-readable --recursive --reverse --directory --inode --size --full-time --color? --sort= --time= --time-style= --group-directories-first --classify? --hide= --ignore= --block-size= --width= --no-group --numeric-uid-gid --si --zero --dereference',
    words: 'paths or here',
  },
  cat: {
    flags: '-n -A -b -s -e -E -t -T -v -u --number --number-nonblank --show-all --show-ends --show-tabs --squeeze-blank',
    words: 'paths',
  },
  bat: { flags: '-p -n -A -l= -r= --plain --number --style= --color= --paging= --line-range= --language= --decorations=', words: 'paths' },
  tac: { flags: '-b -r -s= --separator=', words: 'paths' },
  head: { flags: '-n= -c= -q -v -z --lines= --bytes= --quiet --verbose', counts: true, words: 'paths' },
  tail: {
    flags: '-n= -c= -f -F -q -v -z -s= --lines= --bytes= --follow? --quiet --verbose --retry --pid= --sleep-interval=',
    counts: true,
    plusWords: true,
    words: 'paths',
  },
  nl: { flags: '-b= -n= -w= -s= -v= -i= -h= -f= -d= -p --body-numbering= --number-width=', words: 'paths' },
  more: { flags: '-d -f -l -p -c -s -u', words: 'paths' },
  wc: { flags: '-l -w -c -m -L --lines --words --bytes --chars --max-line-length --total=', words: 'paths' },
  stat: { flags: '-c= -f -L -t -x -s --format= --printf= --terse --file-system --dereference', words: 'paths' },
  file: { flags: '-b -i -I -L -h -k -p -s -0 -N -r --brief --mime --mime-type --mime-encoding --dereference', words: 'paths' },
  du: {
    flags:
      '-s -h -a -c -k -m -b -d= -x -S -l -0 -t= --summarize --human-readable --all --total --max-depth= --exclude= --apparent-size --bytes --si --threshold= --one-file-system --time?',
    words: 'paths or here',
  },
  df: { flags: '-h -H -k -m -T -i -a -l -P -t= -x= --human-readable --total --output? --type= --si', words: 'paths' },
  tree: {
    flags:
      '-L= -a -d -f -i -s -h -p -u -g -D -t -r -v -c -U -C -n -P= -I= -F -q -N -Q -J -X --dirsfirst --filesfirst --noreport --charset= --sort= --gitignore --prune --filelimit= --du --si --ignore-case --matchdirs',
    words: 'paths or here',
  },
  realpath: {
    flags: '-e -m -s -q -z -L -P --relative-to@ --relative-base@ --no-symlinks --canonicalize-existing --canonicalize-missing',
    words: 'paths',
  },
  readlink: { flags: '-f -e -m -n -q -s -v -z --canonicalize', words: 'paths' },
  basename: { flags: '-a -s= -z --multiple --suffix=', words: 'text' },
  dirname: { flags: '-z --zero', words: 'text' },
  diff: {
    flags:
      '-u -r -q -w -b -B -i -y -N -a -c -e -n -s -t -T -p -d -U= -C= -W= -x= -E -Z --unified? --context? --brief --recursive --side-by-side --color? --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-case --suppress-common-lines --report-identical-files --exclude= --width= --strip-trailing-cr --new-file --text --minimal --no-dereference --label= -L=',
    words: 'paths',
    check: checkDiff,
  },
  cmp: { flags: '-s -l -b -n= -i= --silent --quiet --verbose --print-bytes --bytes=', words: 'paths' },
  comm: { flags: '-1 -2 -3 -i -z --check-order --nocheck-order --output-delimiter= --total', words: 'paths' },
  md5sum: { flags: '-b -t -z --tag', words: 'paths' },
  md5: { flags: '-q -r', words: 'paths' },
  sha1sum: { flags: '-b -t -z --tag', words: 'paths' },
  sha256sum: { flags: '-b -t -z --tag', words: 'paths' },
  sha512sum: { flags: '-b -t -z --tag', words: 'paths' },
  b2sum: { flags: '-b -t -z -l= --tag', words: 'paths' },
  shasum: { flags: '-a= -b -t', words: 'paths' },
  cksum: { flags: '-a= --algorithm=', words: 'paths' },
  sum: { flags: '-r -s', words: 'paths' },
  od: { flags: '-a -b -c -d -f -i -l -o -s -x -v -A= -t= -N= -j= -w?', words: 'paths' },
  // Its second word is a file that it writes.
  xxd: { flags: '-b -c= -l= -s= -g= -i -p -u -e -E -a', words: 'paths', most: 1 },
  hexdump: { flags: '-C -b -c -d -o -x -v -n= -s= -e=', words: 'paths' },
  strings: { flags: '-a -n= -t= -e= -f -o', counts: true, words: 'paths' },
  base64: { flags: '-d -D -w= -i --decode --wrap= --ignore-garbage', words: 'paths' },
  zcat: { flags: '-f -q', words: 'paths' },
  test: { words: 'text' },
  '[': { words: 'text' },
}

/** Going down two folders it follows links, which may lead anywhere. */
function checkDiff({ flags }: ProgramCall): string | undefined {
  const has = (...names: readonly string[]) => flags.some(({ name }) => names.includes(name))
  return has('-r', '--recursive') && !has('-q', '--brief', '--no-dereference') ? 'diff follows links when it compares folders' : undefined
}
