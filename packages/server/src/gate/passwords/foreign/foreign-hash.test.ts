import { describe, expect, it } from 'vitest'
import { foreignVectors } from '../../../../test/support/foreign-vectors.ts'
import { isForeignMatch, openForeign } from './compare-foreign.ts'
import { encodeForeign } from './encode-foreign.ts'
import type { ForeignHash } from './foreign-hash.ts'
import { SCHEME_NAMES } from './schemes.ts'

const NOW = Date.parse('2030-01-01T00:00:00Z')

function encoded(hash: ForeignHash, form: Parameters<typeof encodeForeign>[1] = 'raw') {
  let secret: Buffer | undefined
  const keyIdOf = (given: Buffer): string => {
    secret = given
    return 'a-key'
  }
  const { text, ...rest } = { text: '', ...encodeForeign(hash, form, { now: NOW, keyIdOf }) }
  return { ...rest, text, secret }
}

const opened = (text: string) => {
  const stored = openForeign(text)
  if ('problem' in stored) throw new Error(stored.problem)
  return stored
}

const vectors = foreignVectors()

describe('a hash that another program has made', () => {
  it.each(vectors.map((one) => [one.origin, one.hash.scheme, JSON.stringify(one.password).slice(0, 24), one] as const))(
    '%s: %s of %s',
    async (_origin, _scheme, _password, { hash, form, password }) => {
      const { text, secret, ok } = encoded(hash, form)
      expect(ok).toBe(true)
      const stored = opened(text)
      expect(await isForeignMatch(stored, password, secret)).toBe(true)
      expect(await isForeignMatch(stored, `y${password}`, secret)).toBe(false)
    },
  )

  it('is there for every scheme', () => {
    expect([...new Set(vectors.map(({ hash }) => hash.scheme))].sort()).toEqual([...SCHEME_NAMES].sort())
  })
})
