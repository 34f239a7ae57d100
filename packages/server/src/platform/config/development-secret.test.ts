import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { developmentSecret } from './development-secret.ts'

function directory(): string {
  const created = mkdtempSync(path.join(os.tmpdir(), 'latchkey-'))
  onTestFinished(() => rmSync(created, { recursive: true }))
  return created
}

describe('developmentSecret', () => {
  it('makes a secret of 256 bits that only its owner can read', () => {
    const data = directory()
    expect(developmentSecret(data).reveal()).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(statSync(path.join(data, 'latchkey.secret')).mode & 0o777).toBe(0o600)
  })

  it('makes it once: later calls find the same one', () => {
    const data = directory()
    const first = developmentSecret(data).reveal()
    expect(developmentSecret(data).reveal()).toBe(first)
    expect(readFileSync(path.join(data, 'latchkey.secret'), 'utf8')).toBe(first)
  })

  it('keeps the one that another process made first', () => {
    const data = directory()
    writeFileSync(path.join(data, 'latchkey.secret'), 'x'.repeat(43))
    expect(developmentSecret(data).reveal()).toBe('x'.repeat(43))
  })

  it('makes another one elsewhere', () => {
    expect(developmentSecret(directory()).reveal()).not.toBe(developmentSecret(directory()).reveal())
  })

  it('makes the directory and leaves nothing else in it', () => {
    const data = path.join(directory(), 'a', 'b')
    developmentSecret(data)
    developmentSecret(data)
    expect(readdirSync(data)).toEqual(['latchkey.secret'])
  })

  it('does not print', () => {
    expect(String(developmentSecret(directory()))).toBe('[secret]')
  })

  it.each(['', 'short'])('refuses a damaged file: %j', (content) => {
    const data = directory()
    writeFileSync(path.join(data, 'latchkey.secret'), content)
    expect(() => developmentSecret(data)).toThrow(/is damaged/)
  })
})
