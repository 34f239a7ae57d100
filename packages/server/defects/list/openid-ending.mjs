import { becomes, without, wrong } from '../changes.mjs'
import { planted, sqlite } from '../defect.mjs'

/** How what applications hold ends, how they are told, and the keys that sign. */
export const openidEnding = [
  planted(
    'an application is not told that a session has ended',
    { 'GrantEndingsTable.end': without('sql.run') },
    sqlite('openid/logout/ways'),
  ),
  planted(
    'what other processes keep of an application outlives its removal',
    { 'GrantEndingsTable.end': without('effects.changed') },
    sqlite('openid/logout/ways'),
  ),
  planted(
    'an application is told a minute later',
    { 'GrantEndingsTable.end': without('effects.workAdded') },
    sqlite('openid/logout/logout-sender'),
  ),
  planted(
    'of very many sessions that end the applications stay',
    { conditionOf: wrong('session_id <> ?', 'session_id = ?') },
    sqlite('openid/logout/ways'),
  ),
  planted('what an account had opened outlives it', { 'openidHooks.removing': becomes('') }, sqlite('openid/logout/ways')),
  planted(
    'what a kept session has opened survives a change of the password',
    { 'openidHooks.sessionKept': becomes('') },
    sqlite('openid/logout/ways'),
  ),
  planted(
    'proving a mailbox signs people out of their applications',
    { 'openidHooks.sessionReplaced': becomes('return Promise.resolve()') },
    sqlite('openid/logout/ways'),
  ),
  planted('a redirect of an application is followed', { postLogout: wrong(`'manual'`, `'follow'`) }, sqlite('logout-sender')),
  planted(
    'every attempt to tell has an id of its own',
    { logoutToken: wrong('jti: id', 'jti: `${id}${iat}`') },
    sqlite('logout-sender'),
  ),
  planted('a logout token looks like any other', { logoutToken: wrong(`'logout+jwt'`, `'JWT'`) }, sqlite('logout-sender')),
  planted(
    'an application that does not answer is asked without a pause',
    { 'LogoutSender.#leaveAlone': becomes('') },
    sqlite('logout-sender'),
  ),
  planted(
    'what is under way when a process stops is told a minute later',
    { 'LogoutSender.#tell': wrong('this.#cut.signal.aborted', 'false') },
    sqlite('logout-sender'),
  ),
  planted(
    'the hint of another session ends this one',
    { isOfSession: wrong('[grant.sessionId, grant.fromSessionId].includes(session.id)', 'true') },
    sqlite('end-session'),
  ),
  planted(
    'people are led anywhere once they are signed out',
    { readEndSession: wrong('client.postLogoutUris.includes(uri)', 'true') },
    sqlite('end-session'),
  ),
  planted('a logout token is as good as a hint', { verifyOwn: wrong(`typ === wanted &&`, '') }, sqlite('end-session')),
  planted('a key that has leaked stays', { replace: without('table.removeAll') }, sqlite('signing-keys')),
  planted('a key signs before anybody knows it', { PUBLISHED_BEFORE_MS: becomes('0') }, sqlite('openid/keys/keys')),
  planted(
    'a key is withdrawn while its tokens are good',
    { publishedUntil: becomes('return signsUntil') },
    sqlite('openid/keys/keys'),
  ),
  planted(
    'two processes replace a key twice',
    { replace: wrong(`why === 'due' && (keys.length === 0 || !isDue(keys, now))`, 'false') },
    sqlite('openid/keys/keys'),
  ),
  planted(
    'signing keys are lost with the secret, and nobody says so',
    { 'openidHooks.holdsSealed': becomes('return Promise.resolve(false)') },
    sqlite('openid/keys/keys'),
  ),
]
