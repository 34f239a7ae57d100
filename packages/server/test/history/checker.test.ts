import { describe, expect, it } from 'vitest'
import { check } from './checker.ts'
import type { Event, History, Mail, Op } from './history.ts'

const ADA = 'ada@example.com'
const token = (sessionId: string, name = sessionId) => ({ sessionId, accountId: 'ada', token: name })

/** An event by its place in time: `at(3, 5)` began as the third thing and was over as the fifth. */
const at =
  (invokedAt: number, completedAt = invokedAt + 0.5) =>
  (op: Op, status: number, more: Partial<Event> = {}): Event => ({
    client: 0,
    clock: 0,
    email: ADA,
    accountId: 'ada',
    op,
    invokedAt,
    completedAt,
    status,
    ...more,
  })

const registered = at(1)('register', 201, { newPassword: 'first', issued: token('s1') })
const signedIn = at(2)('login', 200, { password: 'first', issued: token('s2') })
const probed = (when: number, name: string, status = 200, sessionId = name) => at(when)('me', status, { sessionId, token: name })
const withSession = (sessionId: string, more: Partial<Event> = {}) => ({ sessionId, token: sessionId, ...more })
const changed = { password: 'first', newPassword: 'second' }
const onChallenge = { challengeId: 'q1', password: 'first', code: { text: '123456', seenAt: 2.9, isWrong: false } }
const byMail = { binding: 'b1', code: { text: '7K3M-Q9TX', seenAt: 2.9, isWrong: false } }
const mail: Mail = { email: ADA, accountId: 'ada', purpose: 'two-factor', code: '123456', challengeId: 'q1', seenAt: 3, clock: 0 }

const rules = (events: readonly Event[], more: Partial<History> = {}): readonly string[] => [
  ...new Set(
    check({ events, mails: [], admins: ['root'], proved: ['ada'], isLimited: false, usableAdminsAtEnd: 1, ...more }).map(
      ({ rule }) => rule,
    ),
  ),
]

describe('a history in which', () => {
  it.each<[string, readonly Event[]]>([
    ['a session is used and then ended', [probed(3, 's1'), at(4)('logout', 200, withSession('s1')), probed(5, 's1', 401)]],
    ['a session is used while it is being ended', [at(3, 6)('logout', 200, withSession('s1')), probed(4, 's1')]],
    ['a change keeps its own session', [at(3)('change-password', 200, withSession('s1', changed)), probed(4, 's1')]],
    [
      'a sign-in with the old password overlaps the change and dies with it',
      [
        at(3, 6)('change-password', 200, withSession('s1', changed)),
        at(4)('login', 200, { password: 'first', issued: token('s3') }),
        probed(7, 's3', 401),
      ],
    ],
    [
      'a sign-in is refused while the password changes, and might have been let in',
      [
        at(3, 6)('change-password', 200, withSession('s1', changed)),
        at(4)('login', 401, { accountId: undefined, password: 'first', error: 'invalid_credentials' }),
      ],
    ],
    [
      'sessions are kept when the second factor is switched on',
      [at(3)('enable-2fa', 200, withSession('s1', { password: 'first', keepsOthers: true })), probed(4, 's2')],
    ],
    [
      'it is switched on again, which ends nothing',
      [
        at(3)('enable-2fa', 200, withSession('s1', { password: 'first', keepsOthers: true })),
        at(4)('enable-2fa', 200, withSession('s1', { password: 'first' })),
        probed(5, 's2'),
      ],
    ],
    [
      'somebody signs in after a ban was lifted',
      [at(3)('ban', 200), at(4)('unban', 200), at(5)('login', 200, { password: 'first', issued: token('s3') }), probed(6, 's3')],
    ],
    ['a code to sign in is entered', [at(4)('enter-code', 200, { ...byMail, issued: token('s3') }), probed(5, 's3')]],
    ['a second factor is passed', [at(4)('verify-2fa', 200, { ...onChallenge, issued: token('s3') }), probed(5, 's3')]],
  ])('%s breaks no rule', (_what, events) => {
    const acts = events.map((event) => (event.op === 'ban' || event.op === 'unban' ? { ...event, actorId: 'root' } : event))
    expect(rules([registered, signedIn, ...acts])).toEqual([])
  })
})

describe('“a session worked after it was ended” is told when', () => {
  it.each<[string, readonly Event[]]>([
    ['it worked after the logout', [at(3)('logout', 200, withSession('s1')), probed(4, 's1')]],
    ['another was told to end it', [at(3)('revoke-session', 200, withSession('s1', { revokedId: 's2' })), probed(4, 's2')]],
    ['all others were ended', [at(3)('revoke-others', 200, withSession('s1')), probed(4, 's2')]],
    ['the password was changed', [at(3)('change-password', 200, withSession('s1', changed)), probed(4, 's2')]],
    ['the password was reset', [at(3)('reset', 200, { newPassword: 'second' }), probed(4, 's2')]],
    ['the second factor was switched on', [at(3)('enable-2fa', 200, withSession('s1', { password: 'first' })), probed(4, 's2')]],
    ['the account was banned', [at(3)('ban', 200, { actorId: 'root' }), probed(4, 's2')]],
    ['the account was deleted', [at(3)('delete-account', 200, withSession('s1', { password: 'first' })), probed(4, 's2')]],
    ['its token was replaced', [at(3)('refresh', 200, withSession('s1', { issued: token('s1', 'next') })), probed(4, 's1')]],
    [
      'its refresh token was seen twice',
      [at(3)('refresh', 401, withSession('s1', { error: 'session_revoked' })), probed(4, 's1')],
    ],
    [
      'it was refreshed after its end',
      [at(3)('logout', 200, withSession('s1')), at(4)('refresh', 200, withSession('s1', { issued: token('s1', 'next') }))],
    ],
    [
      'a sign-in with the old password outlived the change that it overlapped',
      [
        at(3, 6)('change-password', 200, withSession('s1', changed)),
        at(4)('login', 200, { password: 'first', issued: token('s3') }),
        probed(7, 's3'),
      ],
    ],
    [
      'a sign-in outlived the ban that it overlapped',
      [
        at(3, 6)('ban', 200, { actorId: 'root' }),
        at(4)('login', 200, { password: 'first', issued: token('s3') }),
        probed(7, 's3'),
      ],
    ],
  ])('%s', (_what, events) => {
    expect(rules([registered, signedIn, ...events])).toEqual(['a session worked after it was ended'])
  })
})

describe('also told is', () => {
  it.each<[string, readonly Event[]]>([
    ['the service failed', [at(3)('login', 500, { accountId: undefined })]],
    ['a session ended without a cause', [probed(3, 's2', 401)]],
    [
      'a code worked twice',
      [
        at(4)('verify-2fa', 200, { ...onChallenge, issued: token('s3') }),
        at(5)('verify-2fa', 200, { ...onChallenge, issued: token('s4') }),
      ],
    ],
    ['a wrong code worked', [at(4)('verify-2fa', 200, { ...onChallenge, code: { ...onChallenge.code, isWrong: true } })]],
    [
      'a code worked after it was ended',
      [
        at(4)('resend-2fa', 200, { challengeId: 'q1', codeSent: true }),
        at(5)('verify-2fa', 200, { ...onChallenge, issued: token('s3') }),
      ],
    ],
    [
      'a code worked after five guesses',
      [
        ...[4, 5, 6, 7, 8].map((n) => at(n)('verify-2fa', 400, { ...onChallenge, error: 'two_factor_code_invalid' })),
        at(9)('verify-2fa', 200, { ...onChallenge, issued: token('s3') }),
      ],
    ],
    [
      'a code worked twice',
      [
        at(4)('enter-code', 200, { ...byMail, issued: token('s3') }),
        at(5)('enter-code', 200, { ...byMail, issued: token('s4') }),
      ],
    ],
    [
      'a code worked after it was ended',
      [at(4)('ask-code', 200, { accountId: undefined }), at(5)('enter-code', 200, { ...byMail, issued: token('s3') })],
    ],
    [
      'a code worked after five guesses',
      [
        ...[4, 5, 6, 7, 8].map((n) => at(n)('enter-code', 400, { ...byMail, error: 'code_invalid' })),
        at(9)('enter-code', 200, { ...byMail, issued: token('s3') }),
      ],
    ],
    [
      'two mails to one mailbox were two factors',
      [at(4)('verify-2fa', 200, { ...onChallenge, isAfterMailbox: true, issued: token('s3') })],
    ],
    ['passwords changed in no one order', [at(3)('login', 401, { password: 'first', error: 'invalid_credentials' })]],
    [
      'passwords changed in no one order',
      [
        at(3, 6)('change-password', 200, withSession('s1', { password: 'first', newPassword: 'second' })),
        at(4, 7)('change-password', 200, withSession('s1', { password: 'first', newPassword: 'third' })),
      ],
    ],
    ['no administrator remained', [at(3)('demote', 200, { accountId: 'root', actorId: 'root' })]],
    ['somebody else acted as administrator', [at(3)('promote', 200, { accountId: 'bob', actorId: 'ada' })]],
  ])('“%s”', (rule, events) => {
    expect(rules([registered, signedIn, ...events])).toEqual([rule])
  })

  it('“no administrator remained” when the database has none', () => {
    expect(rules([], { usableAdminsAtEnd: 0 })).toEqual(['no administrator remained'])
  })

  it('an administrator’s act that was refused as the last one’s though there was another', () => {
    const refused = at(3)('ban', 400, { accountId: 'root', error: 'last_admin' })
    expect(rules([refused], { admins: ['root'] })).toEqual([])
    expect(rules([refused], { admins: ['root', 'rose'] })).toEqual(['no administrator remained'])
  })

  it('nothing where an administrator may have been demoted before the promotion, which alone explains the rest', () => {
    const duel = [
      at(3, 5)('demote', 200, { accountId: 'rose', actorId: 'root' }),
      at(4, 6)('promote', 200, { accountId: 'rose', actorId: 'root' }),
      at(7)('ban', 200, { accountId: 'root', actorId: 'root' }),
    ]
    expect(rules(duel, { admins: ['root', 'rose'] })).toEqual([])
  })

  it('“more mails than allowed” for a fifth code of a challenge, or a second within the minute where that is limited', () => {
    const mails = (count: number, apartMs: number) => Array.from({ length: count }, (_, n) => ({ ...mail, clock: n * apartMs }))
    expect(rules([], { mails: mails(4, 0) })).toEqual([])
    expect(rules([], { mails: mails(5, 0) })).toEqual(['more mails than allowed'])
    expect(rules([], { mails: mails(2, 60_000), isLimited: true })).toEqual([])
    expect(rules([], { mails: mails(2, 59_999), isLimited: true })).toEqual(['more mails than allowed'])
  })

  it('“more mails than allowed” for the sixth link within the hour, and for one that nobody asked for', () => {
    const asked = (count: number) => Array.from({ length: count }, (_, n) => ({ ...at(n)('forgot', 200), clock: n * 61_000 }))
    expect(rules(asked(5), { isLimited: true })).toEqual([])
    expect(rules(asked(6), { isLimited: true })).toEqual(['more mails than allowed'])
    expect(rules(asked(6))).toEqual([])
    expect(rules([], { mails: [{ ...mail, purpose: 'reset', challengeId: undefined }] })).toEqual(['more mails than allowed'])
  })
})

describe('with an authenticator app', () => {
  const code = (text: string, more: object = {}) => ({ factor: { text, secret: 'SEED', isWrong: false, ...more } })
  const added = at(3)('confirm-totp', 200, withSession('s1', { ...code('000001'), recoveryCodes: ['PAPER'] }))
  const paper = { factor: { text: 'PAPER', isWrong: false } }
  const entered = (when: number, more: object) =>
    at(when)('verify-2fa', 200, { challengeId: `q${when}`, issued: token(`s${when}`), ...more })

  it.each<[string, readonly Event[]]>([
    ['codes of the app and of the paper let in', [entered(4, code('000002')), entered(5, paper), probed(6, 's5')]],
    ['a sign-in overlaps its addition', [at(2.9, 4)('login', 200, { password: 'first', issued: token('s9') })]],
    [
      'a password is enough once it was removed',
      [
        at(4)('remove-totp', 200, withSession('s1')),
        at(5)('login', 200, { password: 'first', issued: token('s9') }),
        probed(6, 's9'),
      ],
    ],
    ['recovery codes outlive its removal', [at(4)('remove-totp', 200, withSession('s1')), entered(5, paper)]],
  ])('%s: no rule is broken', (_what, events) => {
    expect(rules([registered, added, ...events])).toEqual([])
  })

  it.each<[string, string, readonly Event[]]>([
    [
      'a sign-in went past the authenticator app',
      'a password',
      [at(4)('login', 200, { password: 'first', issued: token('s9') })],
    ],
    ['a sign-in went past the authenticator app', 'a mailed code', [entered(4, {})]],
    ['a sign-in went past the authenticator app', 'a code to sign in', [at(4)('enter-code', 200, { issued: token('s9') })]],
    ['a sign-in went past the authenticator app', 'a mailbox', [at(4)('verify-email', 200, { issued: token('s9') })]],
    ['a code worked twice', 'the code that added it', [entered(4, code('000001'))]],
    ['a code worked twice', 'a recovery code', [entered(4, paper), at(5)('step-up-code', 200, withSession('s4', paper))]],
    ['a wrong code worked', 'a wrong code', [entered(4, code('000000', { isWrong: true }))]],
    [
      'a code worked after it was ended',
      'its removal',
      [at(4)('remove-totp', 200, withSession('s1')), entered(5, code('000002'))],
    ],
    ['a code worked after it was ended', 'a reset', [at(4)('reset-factors', 200, { actorId: 'root' }), entered(5, paper)]],
    ['a session worked after it was ended', 'its addition', [signedIn, probed(5, 's2')]],
  ])('“%s” is told of %s', (rule, _what, events) => {
    expect(rules([registered, added, ...events])).toContain(rule)
  })
})
