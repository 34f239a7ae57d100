import { describe, expect, it } from 'vitest'
import { randomFrom } from '../history/random.ts'
import { figure, isFull } from '../support/form.ts'
import { shared } from '../support/shared.ts'
import { ALLOWED_OF_PROGRAMS } from './allowed-differences.ts'
import { applied, type Change, nameOf } from './changed-requests.ts'
import { houses } from './houses.ts'
import { filledIn } from './made-tokens.ts'
import { tokenOutcome } from './token-outcomes.ts'
import { TOKEN_REQUESTS, type TokenRequest } from './token-requests.ts'

/** Of each kind, with two things about them. */
const MIXED = figure('ORACLE_REQUESTS', { short: 0, full: 400 })

/** The short form leaves out what is alike for all that programs ask. */
const SHORT = 3

describe('what programs ask, beside a certified provider', () => {
  const place = shared(async () => ({ ...(await houses()), met: new Set<string>() }))

  async function differenceOf({ path, good }: TokenRequest, changes: readonly Change[]): Promise<string | undefined> {
    const { ours, theirs, secrets, met } = place()
    const sent = applied(good, changes)
    const [our = '', their = ''] = await Promise.all(
      [ours, theirs].map(async (house) => tokenOutcome(house, path, await filledIn(house, secrets, sent))),
    )
    if (our === their) return undefined
    const what = nameOf(changes)
    const allowed = ALLOWED_OF_PROGRAMS.find((one) => one.change.test(what) && one.ours.test(our) && one.theirs.test(their))
    if (allowed) met.add(allowed.reason)
    return allowed ? undefined : `${what}\n  we say   ${our}\n  they say ${their}`
  }

  describe.each(TOKEN_REQUESTS)('$name', (request) => {
    it('is answered alike with every single mistake', async () => {
      const found: string[] = []
      for (const [at, change] of request.changes.entries())
        if (isFull || at % SHORT === 0)
          found.push(...[await differenceOf(request, [change])].filter((difference) => difference !== undefined))
      expect(found).toEqual([])
    })

    it.runIf(isFull)('is answered alike with two at once', async () => {
      const random = randomFrom(111)
      const change = () => random.pick(request.changes as readonly [Change, ...Change[]])
      const found: string[] = []
      for (let made = 0; made < MIXED; made++)
        found.push(...[await differenceOf(request, [change(), change()])].filter((difference) => difference !== undefined))
      expect(found).toEqual([])
    })
  })

  it.runIf(isFull)('differs in nothing else any more than what is written down', () => {
    expect(ALLOWED_OF_PROGRAMS.filter(({ reason }) => !place().met.has(reason))).toEqual([])
  })
})
