import type { FastifyInstance } from 'fastify'
import { DAY_MS } from '../../platform/kernel/clock.ts'
import { readBase32 } from '../../subjects/factors/base32.ts'
import { codeAt } from '../../subjects/factors/totp.ts'
import { ADMINISTRATOR, addressOf, BROWSERS, INVITED, ORGANISATIONS, PEOPLE, type Person } from './people.ts'
import { Visitor } from './visitor.ts'

export interface Stage {
  readonly app: FastifyInstance
  readonly origin: string
  readonly clock: { now(): number; set(ms: number): void }
  readonly now: number
  readonly password: string
  readonly mailedCode: () => string
  readonly makeAdministrator: () => Promise<void>
  /** Writes down who was active, which the service does some seconds later: here whole days pass in a moment. */
  readonly noteActive: () => Promise<void>
}

const DAYS = 42
/** Of each day, the last hours before the time of day that it is now. */
const AWAKE_MS = 3 * 3_600_000
const MINUTE_MS = 60_000
/** Days ago, in the evening. */
const BANNED = 4

/** One day after the other, since the clock cannot be turned back. */
export async function tellTheStory(stage: Stage): Promise<void> {
  const story = new Story(stage)
  for (let ago = DAYS; ago >= 0; ago--) {
    await story.day(ago)
    await stage.noteActive()
  }
}

class Story {
  readonly #stage: Stage
  readonly #people = new Map<string, { readonly id: string; readonly visitor: Visitor }>()
  #turns = 0

  constructor(stage: Stage) {
    this.#stage = stage
  }

  async day(ago: number): Promise<void> {
    const { clock, now, makeAdministrator } = this.#stage
    clock.set(now - ago * DAY_MS - AWAKE_MS)
    if (ago === DAYS) await makeAdministrator()
    for (const person of PEOPLE.filter(({ joined }) => joined === ago)) await this.#join(person)
    for (const person of PEOPLE.filter(({ joined }) => joined > ago)) await this.#visit(person, ago)
    if (ago % 5 === 2) await this.#strangers(ago % 3)
    if (ago === BANNED) await this.#administer()
    if (ago === 2) await this.#organise()
    if (ago === 1) await this.#secure()
  }

  /** Numbers that look as if by chance, and are the same each time. */
  #chance(of: number): number {
    this.#turns++
    return (Math.imul(this.#turns, 2_654_435_761) >>> 8) % of
  }

  #later(): void {
    const { clock } = this.#stage
    clock.set(clock.now() + MINUTE_MS * (2 + this.#chance(12)))
  }

  #visitor(): Visitor {
    const { app, origin } = this.#stage
    const userAgent = BROWSERS[this.#chance(BROWSERS.length)] ?? ''
    return new Visitor({ app, origin, userAgent, ip: `198.51.100.${1 + this.#chance(250)}` })
  }

  async #join({ name, is }: Person): Promise<void> {
    const { password, mailedCode } = this.#stage
    this.#later()
    const visitor = this.#visitor()
    const body = { email: addressOf(name), password, name }
    const { user } = await visitor.send<{ user: { id: string } }>('POST', '/auth/register', body)
    this.#people.set(name, { id: user.id, visitor })
    if (is === 'unverified') return
    await visitor.send('POST', '/auth/resend-verification')
    this.#later()
    await visitor.send('POST', '/auth/verify-email', { code: mailedCode() })
  }

  async #visit({ name, visits, is }: Person, ago: number): Promise<void> {
    const known = this.#people.get(name)
    if (!known || this.#chance(10) >= visits || (is === 'banned' && ago < BANNED)) return
    this.#later()
    const email = addressOf(name)
    // Now and then with another browser, whose session stays open.
    const visitor = this.#chance(9) === 0 ? this.#visitor() : known.visitor
    if (this.#chance(7) === 0) await visitor.send('POST', '/auth/login', { email, password: `${ago} is not it` }, true)
    await visitor.send('POST', '/auth/login', { email, password: this.#stage.password })
    if (visitor === known.visitor && ago > 1 && this.#chance(3) > 0) await visitor.send('POST', '/auth/logout')
  }

  async #strangers(count: number): Promise<void> {
    for (let tried = 0; tried <= 3 * count; tried++) {
      this.#later()
      const email = addressOf(PEOPLE[this.#chance(PEOPLE.length)]?.name ?? '')
      await this.#visitor().send('POST', '/auth/login', { email, password: `guess number ${tried}` }, true)
    }
  }

  async #administer(): Promise<void> {
    const visitor = await this.#signedIn(ADMINISTRATOR)
    for (const email of INVITED) await visitor.send('POST', '/admin/invites', { email })
    for (const { name, is } of PEOPLE) {
      const known = this.#people.get(name)
      if (is === 'banned' && known) await visitor.send('PATCH', `/admin/users/${known.id}/ban`, { reason: 'Sold his account.' })
    }
  }

  async #organise(): Promise<void> {
    for (const [name, [owner = '', ...others]] of Object.entries(ORGANISATIONS)) {
      const visitor = await this.#signedIn(owner)
      const { id } = await visitor.send<{ id: string }>('POST', '/auth/orgs', { name })
      for (const [at, other] of others.entries()) {
        const role = at === 0 ? 'admin' : 'member'
        this.#later()
        const invite = { email: addressOf(other), role }
        const made = await visitor.send<{ id: string }>('POST', `/auth/orgs/${id}/invites`, invite)
        if (at >= others.length - 2) continue
        await (await this.#signedIn(other)).send('POST', `/auth/orgs/invites/${made.id}/accept`)
      }
      await visitor.send('POST', `/auth/orgs/${id}/invites`, { email: INVITED[0], role: 'member' })
    }
  }

  async #secure(): Promise<void> {
    const { clock, password } = this.#stage
    for (const { name, is } of PEOPLE) {
      if (is !== 'totp' && is !== 'mailed-codes') continue
      const visitor = await this.#signedIn(name)
      if (is === 'mailed-codes') await visitor.send('POST', '/auth/2fa/enable', { password })
      else {
        await visitor.send('POST', '/auth/step-up', { password })
        const { secret } = await visitor.send<{ secret: string }>('POST', '/auth/2fa/totp/begin')
        await visitor.send('POST', '/auth/2fa/totp/confirm', { code: codeAt(readBase32(secret), clock.now()) })
      }
    }
  }

  async #signedIn(name: string): Promise<Visitor> {
    this.#later()
    const visitor = this.#people.get(name)?.visitor ?? this.#visitor()
    const route = name === ADMINISTRATOR ? '/auth/admin/login' : '/auth/login'
    await visitor.send('POST', route, { email: addressOf(name), password: this.#stage.password })
    return visitor
  }
}
