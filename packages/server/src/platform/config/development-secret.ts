import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Secret } from '../kernel/secret.ts'
import { newToken } from '../kernel/tokens.ts'

/** Of two processes that start at once, one links its file, and the other finds it complete. */
export function developmentSecret(directory: string): Secret {
  const file = path.join(directory, 'latchkey.secret')
  const draft = `${file}.${process.pid}`
  mkdirSync(directory, { recursive: true })
  try {
    writeFileSync(draft, newToken(), { mode: 0o600 })
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const secret = readFileSync(file, 'utf8')
  // A crash of the machine can leave an empty file, and keys derived from an empty secret would be known to all.
  if (Buffer.byteLength(secret) < 32) throw new Error(`${file} is damaged: remove it, and a new secret is made`)
  return new Secret(secret)
}
