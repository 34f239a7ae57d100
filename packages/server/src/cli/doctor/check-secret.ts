import { existsSync, readFileSync } from 'node:fs'
import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'

const { ok, warn } = findingsOf('secret')

/** Half of the entropy of 32 random bytes. */
const LEAST_BITS = 128

/** `generated` is the file with the secret that development has made for itself. */
export function* checkSecret({ security: { secret, previousSecret } }: Config, generated: string): Iterable<Finding> {
  if (!secret) yield ok(`generated for development, in ${generated}`)
  else if (bitsOf(secret.reveal()) < LEAST_BITS) yield warn('SECRET looks guessable: make one with `openssl rand -base64 32`')
  else if (existsSync(generated) && readFileSync(generated, 'utf8').trim() === secret.reveal()) {
    yield warn(`SECRET is the one that was generated for development, and ${generated} still holds it: rotate it`)
  } else yield ok('set, and long enough')
  if (previousSecret) yield warn('PREVIOUS_SECRET is still set: remove it a day after SECRET was replaced')
}

/** An upper bound of the entropy, from how often each character occurs. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>()
  for (const one of text) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / text.length), 0)
}
