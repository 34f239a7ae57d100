import { hash } from 'node:crypto'
import path from 'node:path'

/** Where a file is served. It changes with its content, so that it may be kept for ever. */
export function assetPath(name: string, content: Buffer): `/assets/${string}` {
  const { name: stem, ext } = path.parse(name)
  return `/assets/${stem}.${hash('sha256', content, 'hex').slice(0, 12)}${ext}`
}
