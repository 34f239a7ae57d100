import { runCli } from './run-cli.ts'

/** What a shell says of a program that wrote into a pipe without a reader. */
const ENDED_BY_SIGPIPE = 141

/** The entry point behind `bin/latchkey.js`. */
const terminal = {
  env: process.env,
  cwd: process.cwd(),
  isInteractive: process.stdin.isTTY === true,
  isShown: process.stdout.isTTY === true,
  out: (line: string) => void process.stdout.write(`${line}\n`),
  err: (line: string) => void process.stderr.write(`${line}\n`),
  ...(process.stderr.isTTY && { progress: (line: string) => void process.stderr.write(`\r\x1b[2K${line}`) }),
}

// The reader of a pipe may end first, as `head` does; then there is no reader left to tell, and yet not all was said.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.stderr.write(`The standard output cannot be written: ${error.message}\n`)
  process.exit(error.code === 'EPIPE' ? ENDED_BY_SIGPIPE : 1)
})

process.exitCode = await runCli(process.argv.slice(2), terminal)
// A channel to another process would keep this one alive, and a database that is closed in good order takes its log, broken or not.
if (process.exitCode !== 0) process.exit()
