import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const src = path.join(import.meta.dirname, '../../..')

/** What is loaded with a module, and not later. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file) || !existsSync(file)) return seen
  seen.add(file)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b)(?:[^'"]*? from )?'([^']+)'/gm)) {
    if (name.startsWith('.')) loadedWith(path.resolve(path.dirname(file), name), seen)
    else seen.add(name)
  }
  return seen
}

describe('what compares hashes of other systems', () => {
  it('is loaded with the first of them, and not by a start', () => {
    const atStart = loadedWith(path.join(src, 'main.ts'))
    const files = [...atStart].filter((file) => file.includes('/passwords/foreign/')).map((file) => path.basename(file))
    const light = ['count-kinds.ts', 'count-schemes.ts', 'foreign-hashes.ts', 'hash-keys.ts', 'is-foreign.ts', 'kinds.ts']
    expect(files.sort()).toEqual(light)
    expect(atStart).toContain('@node-rs/argon2')
    expect(atStart).not.toContain('@node-rs/bcrypt')
  })
})
