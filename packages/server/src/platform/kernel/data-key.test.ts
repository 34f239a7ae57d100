import { describe, expect, it } from 'vitest'
import { dataKeyOf, hashOfRecovery, newDataKey, openSeed, sealSeed } from './data-key.ts'

const key = dataKeyOf(newDataKey())
const seed = Buffer.from('12345678901234567890')

describe('sealSeed and openSeed', () => {
  it('bring a seed back to its account, and to no other', () => {
    const sealed = sealSeed(key, 'ada', seed)
    expect(openSeed(key, 'ada', sealed)).toEqual(seed)
    expect(() => openSeed(key, 'bob', sealed)).toThrow()
    expect(() => openSeed(dataKeyOf(newDataKey()), 'ada', sealed)).toThrow()
  })

  it('refuse every flipped bit, and whatever was cut', () => {
    const sealed = Buffer.from(sealSeed(key, 'ada', seed), 'base64url')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(() => openSeed(key, 'ada', changed.toString('base64url')), `bit ${bit}`).toThrow()
    }
    for (let length = 0; length < sealed.length; length++)
      expect(() => openSeed(key, 'ada', sealed.subarray(0, length).toString('base64url')), `${length}`).toThrow()
  })
})

describe('hashOfRecovery', () => {
  it('is the same however a code is typed, and another for every account and key', () => {
    const hash = hashOfRecovery(key, 'ada', '7K3M-Q9TX-B2ZH')
    expect(hashOfRecovery(key, 'ada', ' 7k3m q9tx b2zh')).toBe(hash)
    expect(hashOfRecovery(key, 'bob', '7K3M-Q9TX-B2ZH')).not.toBe(hash)
    expect(hashOfRecovery(dataKeyOf(newDataKey()), 'ada', '7K3M-Q9TX-B2ZH')).not.toBe(hash)
  })
})
