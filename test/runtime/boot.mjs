// What the `electron` executable is to Electron: started with an app's path and its arguments.
import './typescript.mjs'

const { runApp } = await import('./run-app.ts')
await runApp(process.argv.slice(2))
