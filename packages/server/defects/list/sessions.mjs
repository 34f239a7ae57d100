import { becomes, inPlaceOf, without, wrong } from '../changes.mjs'
import { planted, postgres, sqlite } from '../defect.mjs'

/** Sessions, and how every process hears of what ends them. */
export const sessions = [
  planted(
    'a ban is not looked at where a session is checked',
    { 'sessions.BY_TOKEN': wrong('AND a.banned_at IS NULL', '') },
    sqlite('accounts/flows/me'),
  ),
  planted(
    'an epoch is not looked at where a session is checked',
    { 'sessions.BY_TOKEN': wrong('AND s.epoch = a.session_epoch', '') },
    sqlite('large-account'),
  ),
  planted('an account has as many sessions as it likes', { issueSession: without('endUnused') }, sqlite('session-cap')),
  planted(
    'the cap ends the oldest session, not the one that was unused for longest',
    { 'SessionEndingsTable.makeRoom': wrong('ORDER BY last_active_at,', 'ORDER BY') },
    sqlite('session-cap'),
  ),
  planted(
    'a refresh token outlives its session',
    {
      refreshSession: wrong(
        'before.revokedAt !== undefined && before.revokedAt < Math.min(lastMoment, refreshExpiresAt)',
        'false',
      ),
      'SessionsTable.renew': [wrong('last_active_at = ?', 'last_active_at = ?, revoked_at = NULL'), wrong('${LIVE}', '? > 0')],
    },
    sqlite('passwords/flows/reset-password', 'sessions/flows/refresh'),
  ),
  planted(
    'a stolen refresh token that shows up again ends nothing',
    { 'refresh-session.replay': without('endSession') },
    sqlite('sessions/flows/refresh'),
  ),
  planted(
    'a cookie of a former name is good for any session',
    { findPresented: wrong('known.cookie === formerName', 'true') },
    sqlite('contract/former-cookies'),
  ),
  planted(
    'the grace of a refresh is measured by the own clock',
    { isWithinGrace: wrong('deps.sharedTime', 'deps.clock') },
    postgres('wrong-clock'),
  ),
  planted(
    'a session is forgotten after the answer that it has ended',
    { 'SessionInvalidator.deliver': inPlaceOf('evict', (call) => `setTimeout(() => ${call}, 100)`) },
    sqlite('sessions/session-cache'),
  ),
  planted(
    'a change is answered before other processes have heard of it',
    { 'SessionInvalidator.deliver': inPlaceOf('send', (call) => `void ${call}`) },
    postgres('stale-messages', 'stale-stopped'),
  ),
  planted(
    'a change that is found made already is not waited for',
    { 'SessionInvalidator.deliver': without('settle'), 'Store.transaction': without('afterRefusal') },
    postgres('stale-messages', 'stale-repeated'),
  ),
  planted(
    'a reset that is found done already is not waited for',
    { resetPassword: without('settle') },
    postgres('stale-messages'),
  ),
  planted(
    'a read that began before a change is kept after it',
    { 'SessionCache.fill': inPlaceOf('evicted.has', 'false') },
    sqlite('gate/session-cache/session-cache'),
  ),
  planted(
    'other processes are written to outside of the transaction of the change',
    { 'SessionInvalidator.post': wrong('new SessionLeasesTable(sql)', 'new SessionLeasesTable(this.#engine)') },
    postgres('stale-messages'),
  ),
  planted(
    'a message is acknowledged before it is acted on',
    {
      'Lease.#take': [
        without('leases.acknowledge'),
        wrong(
          'for (const',
          'await leases.acknowledge(holder, [...new Set(messages.map(({ change }) => change))])\n    for (const',
        ),
      ],
    },
    sqlite('store/lease/lease'),
  ),
  planted(
    'a process that joins does not wait for those who have not seen it',
    { 'Lease.#join': inPlaceOf('others.areOver', 'true') },
    postgres('stale-guests'),
  ),
  planted(
    'a process that joins may take as long as it likes, and loses its row meanwhile',
    { 'Lease.#renew': wrong('!this.#hasNotRunOut()', 'this.#isJoined && !this.#hasNotRunOut()') },
    sqlite('store/lease/lease'),
  ),
  planted(
    'a lease counts from the answer to its renewal',
    { 'Lease.#renew': wrong('= sent', '= moment()') },
    sqlite('store/lease/lease'),
  ),
  planted(
    'a lease that has ended is taken up again',
    { 'Lease.#renew': [inPlaceOf('leases.renew', (call) => `${call}.then(() => true)`), inPlaceOf('#hasNotRunOut', 'true')] },
    sqlite('store/lease/lease'),
  ),
  planted(
    'a lease is measured by a clock that can be set',
    { 'Lease.#hasNotRunOut': wrong('systemClock.elapsed() - elapsed < USE_MS', 'true') },
    sqlite('store/lease/lease'),
  ),
  planted(
    'a lease that failed is tried again as soon as its connection has ended',
    { 'Lease.onBroken': wrong('attempt.isOver', 'false') },
    sqlite('store/lease/lease'),
  ),
  planted(
    'messages are looked for when there is a notification, and not else',
    { LOOK_EVERY_MS: becomes('60_000') },
    sqlite('store/lease/lease'),
  ),
  planted(
    'every write of its own makes a process forget all sessions',
    { 'openSqlite.follow': wrong('writer', 'reader') },
    sqlite('sessions/session-cache'),
  ),
  planted('what others write into the file is not noticed', { 'sqlite.isCurrent': without('kept.clear') }, sqlite('stale-file')),
  planted(
    'any page signs people out of an application behind a proxy',
    { 'signOutOfApp.handle': wrong('!isOwnPage(app, question)', 'question === undefined') },
    sqlite('sign-out-of-app'),
  ),
  planted(
    'a form of another site clears the cookies of a session that lives on',
    { isWithoutCookies: wrong('refresh === undefined', 'refresh !== undefined') },
    sqlite('accounts/pages/sign-out'),
  ),
  planted(
    'the way back is believed as the address names it',
    { appAddress: wrong('returnAddress(config, wanted)', 'wanted') },
    sqlite('gate/pages/way-back'),
  ),
]
