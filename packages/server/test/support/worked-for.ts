import { hash } from 'node:crypto'
import { BITS } from '../../src/gate/bot-check/challenge.ts'

/** The number that a browser would find for a challenge. */
export function workedFor(challenge: string): string {
  const begun = `${challenge.split('.').at(-1)}.`
  for (let nonce = 0; ; nonce++)
    if (hash('sha256', begun + nonce, 'buffer').readUInt32BE(0) >>> (32 - BITS) === 0) return String(nonce)
}
