import { hash } from 'node:crypto'
import path from 'node:path'

/** The path changes with the content, so that browsers may keep the file for ever. */
export function assetPath(name: string, content: Buffer): `/assets/${string}` {
  const { name: stem, ext } = path.parse(name)
  return `/assets/${stem}.${hash('sha256', content, 'hex').slice(0, 12)}${ext}`
}
