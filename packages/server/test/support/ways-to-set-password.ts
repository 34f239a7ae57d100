import { administered } from './administered.ts'
import type { Reply } from './browser.ts'
import { invited } from './invited.ts'
import { mailedCode, member, passwordlessMember, redeemAt } from './mailed-codes.ts'
import { PASSWORD, type World, world } from './world.ts'

export const ZELENKA = 'm.zelenka@example.com'

interface Way {
  readonly here: World
  /** Sets a password for the account of `ZELENKA`, whose name is Ada. */
  readonly set: (password: string) => Promise<Reply>
}

/** Every way in which a password comes to an account over HTTP, as far as the request that brings it. */
export const waysToSetPassword: Readonly<Record<string, (env: Record<string, string>) => Promise<Way>>> = {
  'POST /auth/register': async (env) => {
    const here = await world({ env })
    return { here, set: (password) => here.browser().post('/auth/register', { email: ZELENKA, name: 'Ada', password }) }
  },
  'POST /auth/invite/register': async (env) => {
    const here = await invited(env)
    await here.admin.post('/admin/invites', { email: ZELENKA })
    const { code } = await here.mail.newest(ZELENKA)
    const form = (password: string) => ({ code, name: 'Ada', password, confirmPassword: password })
    return { here, set: (password) => here.browser().post('/auth/invite/register', form(password)) }
  },
  'POST /auth/reset-password': async (env) => {
    const here = await world({ env, withMail: true })
    const who = await member(here, ZELENKA)
    const { code } = await mailedCode(here, 'reset-password', who)
    return { here, set: (password) => redeemAt['reset-password'](here, who, code, password) }
  },
  'POST /auth/set-password/confirm': async (env) => {
    const here = await world({ env, withMail: true })
    const who = await passwordlessMember(here, ZELENKA)
    const { code } = await mailedCode(here, 'set-password', who)
    return { here, set: (password) => redeemAt['set-password'](here, who, code, password) }
  },
  'POST /auth/change-password': async (env) => {
    const here = await world({ env })
    const { browser } = await member(here, ZELENKA)
    return { here, set: (newPassword) => browser.post('/auth/change-password', { oldPassword: PASSWORD, newPassword }) }
  },
  'POST /admin/users': async (env) => {
    const here = await administered(env)
    return { here, set: (password) => here.root.post('/admin/users', { email: ZELENKA, name: 'Ada', password }) }
  },
}
