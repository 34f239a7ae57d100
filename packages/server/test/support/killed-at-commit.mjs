import { createRequire } from 'node:module'
import path from 'node:path'

/** Loaded before a command: it is killed at the commit of SQLite with the number in `KILLED_AT`, `before 2` or `after 2`. */
const [when, number] = process.env.KILLED_AT.split(' ')
const require = createRequire(path.resolve(import.meta.dirname, '../../package.json'))
const getBuiltinModule = process.getBuiltinModule
const sqlite = getBuiltinModule('node:sqlite') ?? require('@photostructure/sqlite')
let commits = 0

function commit(done) {
  const isIt = ++commits === Number(number)
  if (isIt && when === 'before') process.kill(process.pid, 'SIGKILL')
  const result = done()
  if (isIt) process.kill(process.pid, 'SIGKILL')
  return result
}

class MortalDatabase extends sqlite.DatabaseSync {
  exec(sql) {
    return sql === 'COMMIT' ? commit(() => super.exec(sql)) : super.exec(sql)
  }

  prepare(sql) {
    const statement = super.prepare(sql)
    return sql === 'COMMIT' ? { all: () => commit(() => statement.all()) } : statement
  }
}

const mortal = { ...sqlite, DatabaseSync: MortalDatabase }
process.getBuiltinModule = (name) => (name === 'node:sqlite' ? mortal : getBuiltinModule(name))
