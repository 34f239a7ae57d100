import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Assets lie beside the built program, or beside the sources. */
export function readAsset(name: string): Buffer {
  const candidates = ['..', '../..', '../../..'].map((up) => path.resolve(import.meta.dirname, up, 'assets', name))
  const found = candidates.find((one) => existsSync(one))
  if (found === undefined) throw new Error(`A file of the service is missing; looked for ${candidates.join(' and ')}`)
  return readFileSync(found)
}
