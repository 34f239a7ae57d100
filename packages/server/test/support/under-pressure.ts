import { enter, times } from './counted-client.ts'
import type { HtmlPage } from './html-page.ts'
import { limited } from './limited.ts'
import { PageVisitor } from './page-visitor.ts'
import { PASSWORD, type World } from './world.ts'

/** Of six requests four are near the limit. */
export const FEW = { LIMIT_ENTRY_PER_MINUTE: '6' }
export const NEAR = 4

export const ADA = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }

export const accountsOf = async ({ sql }: World): Promise<number> => (await sql(`SELECT email FROM accounts`)).length

export const press = (here: World, count = NEAR): Promise<number[]> => times(count, () => enter(here))

/** Somebody without scripts at the form to sign up, while the network is near its limit. */
export async function pressed(env: Record<string, string> = {}) {
  const here = await limited({ ...FEW, ...env })
  await press(here, Math.ceil((here.config.limits.entryPerMinute * 2) / 3))
  const visitor = new PageVisitor(here.browser())
  await visitor.open('/sign-up')
  return { here, visitor, asked: asked(visitor) }
}

/** What the form has to be worked for. */
export const asked = ({ page }: PageVisitor): string | undefined =>
  page.allForms.find(({ values }) => values['_action'] === 'signUp')?.values['_challenge']

/** Sends the form with what a script would have found. */
export const signUp = (visitor: PageVisitor, challenge: string, nonce: string, who = ADA, ip?: string): Promise<HtmlPage> =>
  visitor.post(
    '/sign-up',
    { _action: 'signUp', ...who, _challenge: challenge, _proof: nonce },
    ip === undefined ? {} : { 'x-forwarded-for': ip },
  )
