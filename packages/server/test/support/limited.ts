import type { Browser, Reply } from './browser.ts'
import { PASSWORD, type World, world } from './world.ts'

const MANY = '1000'

/** A service with its limits on. Those that a test is not about are out of its way. */
export const limited = (env: Record<string, string> = {}, databaseUrl?: string): Promise<World> =>
  world({
    withMail: true,
    env: { RATE_LIMITS: 'true', LIMIT_ENTRY_PER_MINUTE: MANY, LIMIT_MAILS_PER_MINUTE: MANY, LIMIT_MAILS_PER_HOUR: MANY, ...env },
    ...(databaseUrl !== undefined && { databaseUrl }),
  })

export const EMAIL = 'ada@example.com'
export const WRONG = 'wrong horse 1'

export const guess = ({ browser }: World, email = EMAIL, password = WRONG, door = '/auth/login'): Promise<Reply> =>
  browser().post(door, { email, password })

/** Wrong passwords up to the last one that is compared. */
export async function guessedOut(here: World, email = EMAIL): Promise<void> {
  for (let attempt = 0; attempt < here.config.limits.passwordFailures; attempt++) await guess(here, email)
}

/** Everything of an answer but what differs from one request to the next. */
export const visible = ({ status, text, headers, setCookies }: Reply) => {
  const { 'x-request-id': _, date: __, ...rest } = headers
  return { status, text, headers: rest, setCookies }
}

export const refusedFor = (seconds: number) => ({
  status: 429,
  body: { error: 'rate_limit_exceeded' },
  headers: { 'retry-after': String(seconds) },
  setCookies: [],
})

type Knock = (here: World, owner: Browser, password: string) => Promise<Reply>

/** The routes that let somebody in who knows a password. */
export const doors: Readonly<Record<string, Knock>> = {
  'POST /auth/login': (here, _owner, password) => guess(here, EMAIL, password),
  'POST /auth/admin/login': (here, _owner, password) => guess(here, EMAIL, password, '/auth/admin/login'),
}

/** The routes that ask somebody for the password who is in already. */
export const innerDoors: Readonly<Record<string, Knock>> = {
  'POST /auth/change-password': (_here, owner, password) =>
    owner.clone().post('/auth/change-password', { oldPassword: password, newPassword: `${PASSWORD}2` }),
  'POST /auth/2fa/enable': (_here, owner, password) => owner.clone().post('/auth/2fa/enable', { password }),
  'POST /auth/2fa/disable': (_here, owner, password) => owner.clone().post('/auth/2fa/disable', { password }),
  'POST /auth/step-up': (_here, owner, password) => owner.clone().post('/auth/step-up', { password }),
  'DELETE /auth/account': (_here, owner, password) => owner.clone().delete('/auth/account', { password }),
}
