import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveKeys, keyOfToken, seal, unseal } from './keys.ts'
import { Secret } from './secret.ts'

const key = keyOfToken('a token')

describe('deriveKeys', () => {
  it('keeps the key of a previous secret behind the one in force, and opens what either has sealed', () => {
    const [before, after] = [new Secret('x'.repeat(32)), new Secret('y'.repeat(32))]
    const { providerTokens: old } = deriveKeys(before)
    const { providerTokens: both } = deriveKeys(after, before)
    const { providerTokens: alone } = deriveKeys(after)
    expect(both).toEqual([...alone, ...old])
    expect([unseal(both, seal(old, 'text')), unseal(both, seal(alone, 'text'))]).toEqual(['text', 'text'])
    expect(unseal(alone, seal(both, 'text'))).toBe('text')
    expect(() => unseal(alone, seal(old, 'text'))).toThrow()
  })

  it('gives the same 256-bit key for the same secret', () => {
    const { csrf } = deriveKeys(new Secret('x'.repeat(32)))
    expect(csrf.map((one) => one?.length)).toEqual([32])
    expect(csrf).toEqual(deriveKeys(new Secret('x'.repeat(32))).csrf)
  })

  it('gives another key for another secret', () => {
    expect(deriveKeys(new Secret('x'.repeat(32))).csrf).not.toEqual(deriveKeys(new Secret('y'.repeat(32))).csrf)
  })

  it('gives every purpose a key of its own, which is not the secret', () => {
    const material = 'x'.repeat(32)
    const all = [...Object.values(deriveKeys(new Secret(material))), keyOfToken(material), Buffer.from(material)].flat()
    expect(new Set(all.map((one: Buffer) => one.toString('hex'))).size).toBe(all.length)
  })

  it('does not change between versions: tokens signed yesterday hold today', () => {
    const { csrf } = deriveKeys(new Secret('0123456789abcdef0123456789abcdef'))
    expect(csrf[0].toString('hex')).toBe('f2b55f81662fe525347c364a7f5834b95c63a5dbeea1255949f2ff96ad7fbdf0')
  })
})

describe('seal and unseal', () => {
  it('know a text in one form alone, so that one which was spent is not good again in another', () => {
    for (const text of ['', 'x', 'xx', 'xxx']) {
      const sealed = seal(key, text)
      const standard = Buffer.from(sealed, 'base64url').toString('base64')
      const last = String.fromCharCode(sealed.charCodeAt(sealed.length - 1) + 1)
      const others = [`${sealed}=`, `${sealed}A`, `${sealed} `, `.${sealed}`, `${sealed.slice(0, -1)}${last}`]
      for (const other of [...others, standard].filter((one) => one !== sealed)) expect(() => unseal(key, other)).toThrow()
    }
  })

  it('bring any text back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(unseal(key, seal(key, text))).toBe(text)
      }),
    )
  })

  it('seal the same text differently each time', () => {
    expect(seal(key, 'text')).not.toBe(seal(key, 'text'))
  })

  it('show nothing of the text', () => {
    const sealed = Buffer.from(seal(key, 'find me in here'), 'base64url')
    expect(sealed.includes('find me')).toBe(false)
  })

  it('refuse another key', () => {
    expect(() => unseal(keyOfToken('another token'), seal(key, 'text'))).toThrow()
  })

  it('refuse every single flipped bit of nonce, text and tag', () => {
    const sealed = Buffer.from(seal(key, 'text'), 'base64url')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(() => unseal(key, changed.toString('base64url')), `bit ${bit}`).toThrow()
    }
  })

  it('refuse what was cut at either end, or at both', () => {
    const sealed = Buffer.from(seal(key, 'text'), 'base64url')
    for (let length = 0; length < sealed.length; length++) {
      expect(() => unseal(key, sealed.subarray(0, length).toString('base64url')), `first ${length}`).toThrow()
      expect(() => unseal(key, sealed.subarray(sealed.length - length).toString('base64url')), `last ${length}`).toThrow()
    }
  })

  it('refuse what was never sealed', () => {
    for (const junk of ['', 'x', 'not sealed at all', 'A'.repeat(100)]) expect(() => unseal(key, junk)).toThrow()
  })
})
