// Opens the window: on Electron where its binary can be had, else on a Chromium; without a display it shows the demo in the terminal.
import './check-node.mjs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import '../test/runtime/typescript.mjs'
import { become } from './become.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { isBuilt, ROOT } from './freshness.mjs'

const HELP = `npm start -- [options]
  --cwd DIR                     opens that project folder
  --data-dir DIR                settings, tasks, secrets, logs
  --runtime electron|chromium|auto
  --offscreen                   no display needed: the window is drawn off screen
  --remote-debugging-port N     the page can be driven from outside`

const { chooseRuntime, hasDisplay } = await import('./choose-runtime.mjs')
const options = readOptions()
if (!isBuilt()) console.log('Building…')
ensureBuilt()
if (options.offscreen || hasDisplay()) await open()
else showDemo('There is no display here.')

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        cwd: { type: 'string' },
        'data-dir': { type: 'string' },
        runtime: { type: 'string', default: 'auto' },
        offscreen: { type: 'boolean', default: false },
        'remote-debugging-port': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) {
      console.log(HELP)
      process.exit(0)
    }
    if (!['electron', 'chromium', 'auto'].includes(values.runtime))
      throw new Error(`--runtime is electron, chromium or auto, not ${values.runtime}.`)
    const port = values['remote-debugging-port']
    if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new Error(`--remote-debugging-port takes a number, not ${port}.`)
    return values
  } catch (error) {
    console.error(`${error.message}\n${HELP}`)
    process.exit(2)
  }
}

async function open() {
  const chosen = await chooseRuntime({ wanted: options.runtime, offscreen: options.offscreen })
  if (chosen.kind === 'none' && options.runtime !== 'auto') {
    console.error(chosen.why)
    process.exit(1)
  }
  if (chosen.kind === 'none') return showDemo(chosen.why)
  console.log(`Runtime: ${chosen.why}`)
  become(chosen.file, [...chosen.args, ...debugging(), ROOT, ...forTheApp()], { ...process.env, ...chosen.env })
}

function debugging() {
  const port = options['remote-debugging-port']
  return port === undefined ? [] : [`--remote-debugging-port=${port}`]
}

function forTheApp() {
  return ['cwd', 'data-dir'].flatMap((name) => (options[name] === undefined ? [] : [`--${name}`, options[name]]))
}

/** The main job at work on any machine. Its exit status is the demo's own. */
function showDemo(why) {
  console.log(`${why} So here is the demo task, in the terminal and with the same core.`)
  console.log(
    'For a window: start this on a desktop, or run "npm start -- --offscreen --remote-debugging-port 9222" and open that port with a browser.',
  )
  const dataDir = options['data-dir'] === undefined ? [] : ['--data-dir', options['data-dir']]
  const whoAnswers = process.stdin.isTTY ? 'tty' : 'approve'
  become(process.execPath, [join(ROOT, 'bin', 'countersign.js'), 'demo', '--on-ask', whoAnswers, ...dataDir])
}
