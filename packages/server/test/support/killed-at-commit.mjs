import { createRequire } from 'node:module'
import path from 'node:path'

/** Loaded before a command: it is killed at the commit of SQLite with the number in `KILLED_AT`, `before 2` or `after 2`. */
const [when, number] = process.env.KILLED_AT.split(' ')
const require = createRequire(path.resolve(import.meta.dirname, '../../package.json'))
const { DatabaseSync } = process.getBuiltinModule('node:sqlite') ?? require('@photostructure/sqlite')
const { exec } = DatabaseSync.prototype
let commits = 0
DatabaseSync.prototype.exec = function (sql) {
  const isIt = sql === 'COMMIT' && ++commits === Number(number)
  if (isIt && when === 'before') process.kill(process.pid, 'SIGKILL')
  const done = exec.call(this, sql)
  if (isIt) process.kill(process.pid, 'SIGKILL')
  return done
}
