import { randomBytes } from 'node:crypto'
import { isId } from '../../../platform/kernel/ids.ts'

/** Small letters, digits and single hyphens. An id goes into configurations of applications and into addresses as it is. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const LONGEST = 63
/** The console has a page of this name beside those of clients. */
const RESERVED = 'new'

/** Never like the id of an account: a service stands where a person would, as the `sub` of its tokens. */
export const isClientId = (text: string): boolean =>
  text.length >= 2 && text.length <= LONGEST && SLUG.test(text) && text !== RESERVED && !isId(text)

/** So many clients of one name have numbered ids; further ones get a random one. */
const MOST_NUMBERED = 20

/** The ids that a client of this name may have, best first. A name without Latin letters or digits gives a random one. */
export function* idsFor(name: string): Generator<string> {
  const unaccented = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const base = trimmed(unaccented.replace(/[^a-z0-9]+/g, '-').slice(0, LONGEST - 3))
  if (isClientId(base)) {
    yield base
    for (let number = 2; number <= MOST_NUMBERED; number++) yield `${base}-${number}`
  }
  yield `app-${randomBytes(5).toString('hex')}`
}

const trimmed = (text: string): string => text.replace(/^-+|-+$/g, '')
