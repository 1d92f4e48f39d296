// The core without a window, from this checkout: builds what is stale, then is that program.
import './check-node.mjs'
import { join } from 'node:path'
import { become } from './become.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ROOT } from './freshness.mjs'

ensureBuilt()
become(process.execPath, [join(ROOT, 'bin', 'countersign.js'), ...process.argv.slice(2)])
