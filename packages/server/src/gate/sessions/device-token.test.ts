import { describe, expect, it } from 'vitest'
import { deriveKeys } from '../../platform/kernel/keys.ts'
import { Secret } from '../../platform/kernel/secret.ts'
import { deviceOf, deviceToken, hashOfDevice, newDevice } from './device-token.ts'

const [old, fresh] = [new Secret('a secret of more than 32 bytes, old'), new Secret('a secret of more than 32 bytes, new')]
const ring = deriveKeys(old).devices

describe('a device token', () => {
  it('looks like our other tokens, and tells the device it was made for', () => {
    const device = newDevice()
    const token = deviceToken(ring, device)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(deviceOf(ring, token)).toBe(device)
    expect(newDevice()).not.toBe(device)
  })

  it('is refused with any bit changed, too long, too short, made up, or made with another secret', () => {
    const token = deviceToken(ring, newDevice())
    const bytes = Buffer.from(token, 'base64url')
    for (let bit = 0; bit < 256; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(deviceOf(ring, changed.toString('base64url')), `bit ${bit}`).toBeUndefined()
    }
    for (const other of ['', 'x', token.slice(1), `${token}A`, 'A'.repeat(43), '='.repeat(43), undefined]) {
      expect(deviceOf(ring, other), String(other)).toBeUndefined()
    }
    expect(deviceOf(deriveKeys(fresh).devices, token)).toBeUndefined()
  })

  it('is accepted while its secret is being replaced, and then made with the new one', () => {
    const device = newDevice()
    const both = deriveKeys(fresh, old).devices
    expect(deviceOf(both, deviceToken(ring, device))).toBe(device)
    expect(deviceOf(deriveKeys(fresh).devices, deviceToken(both, device))).toBe(device)
  })

  it('is known to each account under a name of its own', () => {
    const device = newDevice()
    const names = ['one', 'other'].map((account) => hashOfDevice(device, account))
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).not.toContain(device)
  })
})
