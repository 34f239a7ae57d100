import { describe, expect, it } from 'vitest'
import { randomFrom } from '../history/random.ts'
import { figure, isFull } from '../support/form.ts'
import { shared } from '../support/shared.ts'
import { ALLOWED, type Difference } from './allowed-differences.ts'
import { ASKING, type Asking, AUTHORIZE_CHANGES, goodRequest } from './authorize-requests.ts'
import { applied, type Change, nameOf } from './changed-requests.ts'
import { houses } from './houses.ts'
import { filledIn } from './made-tokens.ts'
import { inWords } from './oracle-outcomes.ts'

/** Requests with two or three things about them, of which both providers have to notice the same one first. */
const MIXED = figure('ORACLE_REQUESTS', { short: 100, full: 4000 })

interface Asked {
  readonly client: Asking
  readonly changes: readonly Change[]
  readonly signedIn: boolean
  readonly byPost: boolean
}

describe('GET and POST /oidc/authorize, beside a certified provider', () => {
  const place = shared(async () => ({ ...(await houses()), met: new Set<Difference>() }))

  async function differenceOf({ client, changes, ...as }: Asked): Promise<string | undefined> {
    const { ours, theirs, secrets, met } = place()
    const sent = applied(goodRequest(client), changes)
    const [our, their] = await Promise.all(
      [ours, theirs].map(async (house) => house.authorize(await filledIn(house, secrets, sent), as)),
    )
    if (!our || !their || inWords(our) === inWords(their)) return undefined
    const allowed = ALLOWED.find(({ is }) => is({ sent, ours: our, theirs: their }))
    if (allowed) met.add(allowed)
    const what = `${client}${as.signedIn ? '' : ', signed out'}${as.byPost ? ', by POST' : ''}: ${nameOf(changes)}`
    return allowed ? undefined : `${what}\n  we say   ${inWords(our)}\n  they say ${inWords(their)}`
  }

  const differences = async (all: readonly Asked[]): Promise<string[]> => {
    const found: string[] = []
    for (const one of all) found.push(...[await differenceOf(one)].filter((difference) => difference !== undefined))
    return found
  }

  it.each(isFull ? ASKING : (['strict'] as const))('answers every single mistake alike, for %s', async (client) => {
    const ways = isFull ? [true, false] : [true]
    const all = ways.flatMap((signedIn) =>
      AUTHORIZE_CHANGES.map((change) => ({ client, changes: [change], signedIn, byPost: false })),
    )
    expect(await differences(all)).toEqual([])
  })

  it('answers several at once alike, in the order in which they are noticed', async () => {
    const random = randomFrom(77)
    const change = () => random.pick(AUTHORIZE_CHANGES as readonly [Change, ...Change[]])
    const all = Array.from({ length: MIXED }, () => ({
      client: random.pick(ASKING as readonly [Asking, ...Asking[]]),
      changes: random.next() < 0.2 ? [change(), change(), change()] : [change(), change()],
      signedIn: random.next() < 0.7,
      byPost: random.next() < 0.2,
    }))
    expect(await differences(all)).toEqual([])
  })

  it.runIf(isFull)('differs in nothing else any more than what is written down', () => {
    expect(ALLOWED.filter((one) => !place().met.has(one)).map(({ reason }) => reason)).toEqual([])
  })
})
