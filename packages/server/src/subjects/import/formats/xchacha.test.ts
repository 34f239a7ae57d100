import { expect, it } from 'vitest'
import { openXChaCha, subkey } from './xchacha.ts'

const bytes = (hex: string): Buffer => Buffer.from(hex.replace(/\s/g, ''), 'hex')
const KEY = bytes('808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f')

it('derives the subkey of the draft, section 2.2.1', () => {
  const key = bytes('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f')
  const nonce = bytes('000000090000004a0000000031415927')
  expect(subkey(key, nonce).toString('hex')).toBe('82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc')
})

it('throws for what was sealed under another key, or is too short', () => {
  expect(() => openXChaCha(KEY, Buffer.alloc(60))).toThrow()
  expect(() => openXChaCha(KEY, Buffer.alloc(3))).toThrow()
})
