import type { Event, Op } from './history.ts'
import { type Held, type Knowledge, typed } from './knowledge.ts'
import { ADMINS, type Call } from './plan.ts'

/** One request that is about to be made, and what its event will say of it. */
export interface Request {
  readonly op: Op
  readonly method: string
  readonly url: string
  readonly body?: object
  /** The session whose cookies it carries. */
  readonly by?: Held
  /** Of the browser that waits for a code: its cookie. */
  readonly binding?: readonly [cookie: string, value: string]
  readonly says: Partial<Event>
}

type Make = (known: Knowledge, call: Call) => Request | undefined

const newPassword = ({ nonce }: Call): string => `horse number ${nonce}`

const login: Make = (known, { email, dice: [dice] }) => {
  const password = known.password(email, dice)
  return { op: 'login', method: 'POST', url: '/auth/login', body: { email, password }, says: { password } }
}

const register: Make = (_known, call) => {
  const password = newPassword(call)
  const body = { email: call.email, password, name: 'Somebody' }
  return { op: 'register', method: 'POST', url: '/auth/register', body, says: { newPassword: password } }
}

/** Something done with a session of the address. */
const withSession =
  (op: Op, method: string, url: string, more: (known: Knowledge, call: Call, by: Held) => Partial<Request> = () => ({})): Make =>
  (known, call) => {
    const by = known.session(call.email, call.dice[0])
    return by && { op, method, url, by, says: {}, ...more(known, call, by) }
  }

/** Something that asks for the password as well. */
const withPassword = (
  op: Op,
  method: string,
  url: string,
  more: (call: Call) => { body?: object; says?: Partial<Event> } = () => ({}),
) =>
  withSession(op, method, url, (known, call) => {
    const password = known.password(call.email, call.dice[1])
    const { body, says } = more(call)
    return { body: { password, ...body }, says: { password, ...says } }
  })

/** Something that an administrator, or somebody who was one, does to the address. */
const byAdmin =
  (op: Op, method: string, path: string, body?: object): Make =>
  (known, { email, dice: [who, which] }) => {
    const target = known.accountAt(email)
    const actor = who < 0.45 ? ADMINS[0] : who < 0.9 ? ADMINS[1] : 'ada@example.com'
    const by = known.session(actor, which)
    if (!target || !by) return undefined
    const says = { email, accountId: target, actorId: by.accountId }
    return { op, method, url: `/admin/users/${target}${path}`, by, ...(body && { body }), says }
  }

const unban = byAdmin('unban', 'PATCH', '/unban')

const changePassword = withSession('change-password', 'POST', '/auth/change-password', (known, call) => {
  const [password, wanted] = [known.password(call.email, call.dice[1]), newPassword(call)]
  return { body: { oldPassword: password, newPassword: wanted }, says: { password, newPassword: wanted } }
})

const forgot: Make = (_known, { email }) => ({
  op: 'forgot',
  method: 'POST',
  url: '/auth/forgot-password',
  body: { email },
  says: {},
})

const reset: Make = (known, call) => {
  const mail = known.mail('reset', call.dice[0], ({ email }) => email === call.email)
  if (!mail) return forgot(known, call)
  const says = { newPassword: newPassword(call), accountId: mail.accountId, code: typed(mail) }
  const body = { code: mail.code, newPassword: says.newPassword }
  return { op: 'reset', method: 'POST', url: '/auth/reset-password', body, says }
}

const requestVerification = withSession('request-verification', 'POST', '/auth/resend-verification')

const verifyEmail: Make = (known, call) => {
  const mail = known.mail('verification', call.dice[0], ({ email }) => email === call.email)
  if (!mail) return requestVerification(known, call)
  const says = { accountId: mail.accountId, code: typed(mail) }
  return { op: 'verify-email', method: 'POST', url: '/auth/verify-email', body: { code: mail.code }, says }
}

const askCode: Make = (_known, { email }) => ({
  op: 'ask-code',
  method: 'POST',
  url: '/auth/code/request',
  body: { email },
  says: {},
})

/** With the newest code mostly, in whichever browser has asked. */
const enterCode: Make = (known, call) => {
  const asked = known.asking(call.email, call.dice[0])
  const mail = known.mail('sign-in', call.dice[1], ({ email }) => email === call.email)
  if (!asked || !mail) return askCode(known, call)
  if (!known.proved.includes(mail.accountId ?? '')) return undefined
  const isWrong = call.dice[1] > 0.5 && call.dice[1] < 0.7
  const code = { ...typed(mail), isWrong, ...(isWrong && { text: '0000-0000' }) }
  const { binding } = asked
  const says = { code, binding }
  return {
    ...{ op: 'enter-code', method: 'POST', url: '/auth/code/verify', body: { code: code.text }, says },
    binding: ['_sign_in_code', binding],
  }
}

const CHALLENGE = '_2fa_challenge'

const verifySecondFactor: Make = (known, call) => {
  const open = known.challenge(call.email, call.dice[0])
  const mail = open && known.mail('two-factor', call.dice[1], ({ challengeId }) => challengeId === open.challengeId)
  if (!open || !mail) return undefined
  const { challengeId, binding, password, accountId } = open
  const code = typed(mail, call.dice[1] > 0.5 && call.dice[1] < 0.7)
  const says = { challengeId, password, accountId, code, isAfterMailbox: password === undefined }
  return {
    op: 'verify-2fa',
    method: 'POST',
    url: '/auth/2fa/verify',
    binding: [CHALLENGE, binding],
    body: { challengeId, code: code.text },
    says,
  }
}

/** With what an app shows, or from the paper. */
const verifyByFactor: Make = (known, call) => {
  const open = known.challenge(call.email, call.dice[0])
  const factor = open && known.factorCode(open.accountId, call.dice[1])
  if (!open || !factor) return undefined
  const { challengeId, binding, password, accountId } = open
  const says = { challengeId, password, accountId, factor }
  return {
    op: 'verify-2fa',
    method: 'POST',
    url: '/auth/2fa/verify',
    binding: [CHALLENGE, binding],
    body: { challengeId, code: factor.text },
    says,
  }
}

const beginTotp = withSession('begin-totp', 'POST', '/auth/2fa/totp/begin')

const confirmTotp: Make = (known, call) => {
  const by = known.enrolling(call.email)
  const factor = by && known.pendingCode(by.sessionId, call.dice[1])
  if (!by || !factor) return beginTotp(known, call)
  const keepsOthers = call.dice[0] > 0.5
  const body = { code: factor.text, keepOtherSessions: keepsOthers }
  return { op: 'confirm-totp', method: 'POST', url: '/auth/2fa/totp/confirm', by, body, says: { factor, keepsOthers } }
}

const stepUpByCode: Make = (known, call) => {
  const by = known.session(call.email, call.dice[0])
  const factor = by && known.factorCode(by.accountId, call.dice[1])
  return (
    by &&
    factor && { op: 'step-up-code', method: 'POST', url: '/auth/step-up', by, body: { code: factor.text }, says: { factor } }
  )
}

const resendSecondFactor: Make = (known, { email, dice: [dice] }) => {
  const open = known.challenge(email, dice)
  if (!open) return undefined
  const { challengeId, binding, accountId } = open
  const says = { challengeId, accountId }
  return { op: 'resend-2fa', method: 'POST', url: '/auth/2fa/resend', binding: [CHALLENGE, binding], body: { challengeId }, says }
}

const revokeSession = withSession('revoke-session', 'DELETE', '/auth/sessions', (known, { email, dice }) => {
  const revokedId = known.session(email, dice[1])?.sessionId ?? ''
  return { url: `/auth/sessions/${revokedId}`, says: { revokedId } }
})

const operations: Readonly<Record<Exclude<Call['what'], 'me' | 'probe' | 'wait'>, Make>> = {
  register,
  login,
  refresh: withSession('refresh', 'POST', '/auth/refresh'),
  logout: withSession('logout', 'POST', '/auth/logout'),
  'list-sessions': withSession('list-sessions', 'GET', '/auth/sessions'),
  'revoke-session': revokeSession,
  'revoke-others': withSession('revoke-others', 'DELETE', '/auth/sessions'),
  'change-password': changePassword,
  forgot,
  reset,
  'request-verification': requestVerification,
  'verify-email': verifyEmail,
  'enable-2fa': withPassword('enable-2fa', 'POST', '/auth/2fa/enable', ({ dice }) => {
    const keepsOthers = dice[0] > 0.5
    return { body: { keepOtherSessions: keepsOthers }, says: { keepsOthers } }
  }),
  'disable-2fa': withPassword('disable-2fa', 'POST', '/auth/2fa/disable'),
  'ask-code': askCode,
  'enter-code': enterCode,
  'verify-2fa': (known, call) => verifySecondFactor(known, call) ?? verifyByFactor(known, call),
  'resend-2fa': resendSecondFactor,
  'step-up': withPassword('step-up', 'POST', '/auth/step-up'),
  'begin-totp': beginTotp,
  'confirm-totp': confirmTotp,
  'remove-totp': withSession('remove-totp', 'DELETE', '/auth/2fa/totp'),
  'step-up-code': stepUpByCode,
  'reset-factors': byAdmin('reset-factors', 'DELETE', '/factors'),
  ban: byAdmin('ban', 'PATCH', '/ban'),
  unban: (known, call) => unban(known, { ...call, email: known.bannedOr(call.email, call.dice[0]) }),
  promote: byAdmin('promote', 'PATCH', '/role', { role: 'admin' }),
  demote: byAdmin('demote', 'PATCH', '/role', { role: 'user' }),
  'delete-user': byAdmin('delete-user', 'DELETE', ''),
  'delete-account': withPassword('delete-account', 'DELETE', '/auth/account'),
}

/** The requests of a call. Where it lacks a session, a code or a challenge, it signs in instead, which may bring one. */
export function requestsOf(known: Knowledge, call: Call): readonly Request[] {
  if (call.what === 'wait') return []
  if (call.what === 'me' || call.what === 'probe') return known.held.filter(({ email }) => email === call.email).map(probe)
  const request = operations[call.what](known, call) ?? login(known, call)
  return request ? [request] : []
}

/** Asks whether a bare session token works, dead or alive. */
export const probe = (by: Held): Request => ({ op: 'me', method: 'GET', url: '/auth/me', by, says: {} })
