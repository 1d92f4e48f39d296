#!/usr/bin/env node
// The core without a window. Must still be read by an old Node, so that it can say what it needs.
import nodeModule from 'node:module'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(`Countersign needs Node 22.12 or newer, and this is ${process.version}.`)
  process.exit(2)
}
nodeModule.enableCompileCache()
await import('../out/main/headless.js')
