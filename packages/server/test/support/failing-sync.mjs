import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Loaded before the program: syncs fail for as long as the file `FAILING_SYNC` is there. */
const sync = fs.fdatasync
fs.fdatasync = (descriptor, done) => {
  if (!fs.existsSync(process.env.FAILING_SYNC)) return sync(descriptor, done)
  setImmediate(done, Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }))
}
syncBuiltinESMExports()
