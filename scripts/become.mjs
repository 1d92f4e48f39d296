// Hands this process over to a program: its signals, its terminal and its exit status are then those of npm's child.
import { spawn } from 'node:child_process'

/** Does not return. Where a process cannot be replaced, the program is a child whose fate is shared. */
export function become(file, args, env = process.env) {
  if (process.platform !== 'win32' && process.execve !== undefined) process.execve(file, [file, ...args], env)

  // Listened for before there is a child: a signal that comes as soon as it speaks must not end this process alone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const child = spawn(file, args, { stdio: 'inherit', env })
  child.on('error', (error) => {
    console.error(`${file} could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    // What is still listened to would not end this process.
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
