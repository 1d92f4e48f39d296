import type { Program, Programs } from './program'

const filters = '-a -q -l -n= -s --all --quiet --filter= -f= --format= --no-trunc --last= --latest --size --digests'
const list: Program = { flags: filters, words: 'text' }
const docker: Program = {
  flags: '--version -v',
  words: 'none',
  commands: {
    ps: { flags: filters, words: 'none' },
    images: list,
    logs: { flags: '-f -n= -t --tail= --since= --until= --timestamps --follow --details', words: 'text' },
    inspect: { flags: '-f= --format= -s --size --type=', words: 'text' },
    version: { flags: '-f= --format=', words: 'none' },
    info: { flags: '-f= --format=', words: 'none' },
    port: { words: 'text' },
    top: { words: 'text', most: 1 },
    stats: { flags: '--no-stream --no-trunc -a --format=', words: 'text' },
    history: { flags: '--no-trunc -q --format= -H', words: 'text' },
    diff: { words: 'text' },
    container: { words: 'none', commands: { ls: list, list } },
    image: { words: 'none', commands: { ls: list, list, history: list } },
    volume: { words: 'none', commands: { ls: list, inspect: list } },
    network: { words: 'none', commands: { ls: list, inspect: list } },
    context: { words: 'none', commands: { ls: list, show: list } },
    // The project's own file may name others on the network.
    compose: {
      words: 'none',
      commands: { ls: { flags: '-a -q --format=', words: 'none' }, version: { flags: '--short -f=', words: 'none' } },
    },
  },
}

/** Containers: what only asks the local service. Whatever reaches a cluster is no reading. */
export const containers: Programs = {
  docker,
  podman: docker,
  kubectl: {
    words: 'none',
    commands: {
      version: { flags: '--client -o= --output=', words: 'none', needs: ['--client'] },
      config: {
        words: 'none',
        commands: {
          'get-contexts': { flags: '-o= --no-headers', words: 'text' },
          'current-context': { words: 'none' },
          'get-clusters': { words: 'none' },
        },
      },
    },
  },
  helm: { words: 'none', commands: { version: { flags: '--short --client', words: 'none' } } },
}
