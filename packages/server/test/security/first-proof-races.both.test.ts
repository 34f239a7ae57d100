import { describe, expect, it } from 'vitest'
import type { Browser, Reply } from '../support/browser.ts'
import { madePasskey } from '../support/enrolled.ts'
import { expectConsistent } from '../support/invariants.ts'
import { pathOf } from '../support/oauth-world.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { CLUB_ADA, twoProviders } from '../support/two-providers.ts'
import { held, PASSWORD } from '../support/world.ts'

type Here = Awaited<ReturnType<typeof twoProviders>>

/** What happens to one account at the same moment, each by somebody of their own. */
interface Acts {
  /** The stranger, in the session that came in through `corp`, comes back from `club` to link it. */
  readonly links: () => Promise<Reply>
  /** The stranger signs in once more through `corp`. */
  readonly signsIn: () => Promise<Reply>
  /** The stranger adds a passkey, and an organisation. */
  readonly enrols: () => Promise<Reply>
  readonly founds: () => Promise<Reply>
  /** The owner of the mailbox, in a browser of their own. */
  readonly verifies: () => Promise<Reply>
  readonly resets: () => Promise<Reply>
}

/** An account that a stranger has made at `corp`, which did not ask whether the address is theirs. */
async function claimed(here: Here, round: number): Promise<Acts & { readonly email: string }> {
  const { corp, club, browser, mail, newcomer, approved } = here
  const email = `ada${round}@example.com`
  const impostor = corp.person({ sub: `impostor-${round}`, email, email_verified: false })
  const stranger = club.person({ ...CLUB_ADA, sub: `stranger-${round}` })
  const inside = await newcomer(impostor)
  await inside.post('/auth/resend-verification')
  const verification = (await mail.newest(email)).code
  await browser().post('/auth/forgot-password', { email })
  const token = (await mail.newest(email, 2)).code
  const linking = pathOf(await club.approve((await inside.post('/auth/oauth/club/link', {})).body.url, { as: stranger }))
  const passkey = await madePasskey(inside)
  const [outside, owner] = [browser(), browser()]
  const entering = await approved(outside, impostor)
  const at = (who: Browser, path: string) => () => who.get(path)
  return {
    email,
    links: at(inside, linking),
    signsIn: at(outside, entering),
    enrols: () => passkey.add(inside.clone()),
    founds: () => inside.clone().post('/auth/orgs', { name: `Team ${round}` }),
    verifies: () => owner.post('/auth/verify-email', { code: verification }),
    resets: () => browser().post('/auth/reset-password', { code: token, newPassword: PASSWORD }),
  }
}

describe('a stranger who links and signs in while the owner proves the mailbox', () => {
  it.each<[string, readonly (keyof Acts)[]]>([
    ['link and verify-email', ['links', 'verifies']],
    ['link and reset-password', ['links', 'resets']],
    ['sign-in and verify-email', ['signsIn', 'verifies']],
    ['sign-in and reset-password', ['signsIn', 'resets']],
    ['passkey and verify-email', ['enrols', 'verifies']],
    ['passkey and reset-password', ['enrols', 'resets']],
    ['organisation and verify-email', ['founds', 'verifies']],
    ['all of them', ['verifies', 'signsIn', 'resets', 'links', 'enrols', 'founds']],
  ])(
    `leaves no way in behind: %s (${ROUNDS} rounds)`,
    async (_what, names) => {
      const here = await twoProviders({ withMail: true, env: { ORGANISATIONS: 'true' } })
      for (let round = 0; round < ROUNDS; round++) {
        const { email, ...acts } = await claimed(here, round)
        // Every other time the owner acts just when the provider has answered, so that the stranger is not always late.
        const answered = held()
        for (const provider of [here.corp, here.club]) {
          provider.alter('token', (answer) => {
            answered.release()
            return answer
          })
        }
        const isAsked = names.includes('links') || names.includes('signsIn')
        const isOwner = (name: keyof Acts) => name === 'verifies' || name === 'resets'
        const act = async (name: keyof Acts) => {
          if (round % 2 === 1 && isOwner(name) && isAsked) await answered.released
          return acts[name]()
        }
        const replies = await Promise.all(names.map(act))
        expect(replies.filter(({ status }) => status >= 500)).toEqual([])
        // A change of factors that comes first ends the code of the owner, who asks for another.
        if (!names.some((name, n) => isOwner(name) && replies[n]?.status === 200)) continue
        const of = `WHERE account_id = (SELECT id FROM accounts WHERE email = ?)`
        expect(await here.sql(`SELECT provider FROM identities ${of}`, [email]), `round ${round}`).toEqual([])
        expect(await here.sql(`SELECT id FROM passkeys ${of}`, [email]), `round ${round}`).toEqual([])
        expect(await here.sql(`SELECT role FROM org_members ${of}`, [email]), `round ${round}`).toEqual([])
        const live = await here.sql(`SELECT method FROM sessions ${of} AND revoked_at IS NULL`, [email])
        expect(live.filter(({ method }) => method !== 'mailbox')).toEqual([])
      }
      await expectConsistent(here.sql)
    },
    timeout,
  )
})
