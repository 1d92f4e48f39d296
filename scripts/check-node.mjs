// Every script starts here: an old Node gets one line that says how to go on, not a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(
    `Countersign needs Node 22.12 or newer, and this is ${process.version}. Run it through npm ("npm start", "npm test"): npm install brings a fitting Node along.`,
  )
  process.exit(2)
}
