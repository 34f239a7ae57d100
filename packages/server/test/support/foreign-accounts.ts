import { argon2Hasher } from '../../src/gate/passwords/argon2-hasher.ts'
import { encodeForeign } from '../../src/gate/passwords/foreign/encode-foreign.ts'
import { HashKeys } from '../../src/gate/passwords/foreign/hash-keys.ts'
import { keyIdOf } from '../../src/gate/passwords/foreign/kinds.ts'
import { wrapWeak } from '../../src/gate/passwords/foreign/wrap-weak.ts'
import type { Vector } from './foreign-vectors.ts'
import type { World } from './world.ts'

const CHEAP = { memoryKib: 64, timeCost: 1, parallelism: 1 }

/** Gives an account this hash, as an import writes it: with the key that it needs, and wrapped where that is wanted. */
export async function giveForeign(
  here: World,
  email: string,
  { hash, form }: Pick<Vector, 'hash' | 'form'>,
  { isWrapped = false } = {},
): Promise<string> {
  const deps = here.depsFor()
  const keys = new HashKeys(await deps.dataKeys.get())
  const encoded = encodeForeign(hash, form, { now: here.clock.now(), keyIdOf: keys.idOf })
  if (!encoded.ok) throw new Error(encoded.reason)
  await deps.store.transaction((tx) => keys.keep(tx, [keyIdOf(encoded.text) ?? []].flat(), here.clock.now()))
  const text = isWrapped ? await wrapWeak(encoded.text, CHEAP, argon2Hasher) : encoded.text
  await here.sql(`UPDATE accounts SET password_hash = ? WHERE email = ?`, [text, email])
  return text
}

export async function hashOf(here: World, email = 'ada@example.com'): Promise<string | undefined> {
  const [row] = await here.sql(`SELECT password_hash FROM accounts WHERE email = ?`, [email])
  return (row?.['password_hash'] as string | null | undefined) ?? undefined
}

/** A hash of PASSWORD that PHP has made, at the least cost. */
export const BCRYPT: Pick<Vector, 'hash' | 'form'> = {
  hash: { scheme: 'bcrypt', text: '$2y$04$UsJpgCSKKZbhdUqj5eG45.MS1ttnOxCY60W6DhhiYPqB4bnwKTvya' },
  form: 'raw',
}

/** Likewise, of a password behind which a pepper was put. */
export const PEPPERED: Pick<Vector, 'hash' | 'form'> = {
  hash: {
    scheme: 'bcrypt',
    text: '$2y$04$7RvXbjD9est8uAfmtOmXK.NK/uk46EZkT4Qr3rnX24U5Fx8r6W9aK',
    pepper: Buffer.from('a pepper'),
  },
  form: 'raw',
}
