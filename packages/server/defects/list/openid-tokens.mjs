import { becomes, without, wrong } from '../changes.mjs'
import { planted, postgres, sqlite } from '../defect.mjs'

/** What applications hold: mistakes that other providers have published advisories for. */
export const openidTokens = [
  planted(
    'an authorization code gives tokens twice',
    {
      'AuthorizationCodesTable.take': wrong('AND used_at IS NULL', ''),
      redeemAuthorizationCode: wrong('if (code.usedAt !== undefined) return secondUse(tx, account, client, code)', ''),
    },
    sqlite('openid/flows/token'),
  ),
  planted(
    'what a stolen authorization code has given goes on',
    { 'redeem-code.secondUse': wrong('if (grantId !== undefined)', 'if (grantId === "")') },
    sqlite('openid/flows/token'),
  ),
  planted(
    'a code is redeemed without the challenge that its client owes',
    {
      mistakeIn: wrong(
        `return isPublic(client) || client.wantsPkce || client.hasSentChallenge ? 'challenge_missing' : undefined`,
        'return undefined',
      ),
    },
    sqlite('openid/flows/token'),
  ),
  planted(
    'an application believes that it has ended a token of another',
    { revokeToken: wrong('known.client.id !== client.id', 'false') },
    sqlite('openid/flows/token-questions'),
  ),
  planted('any verifier fits a challenge', { isVerifierOf: becomes('return true') }, sqlite('openid/flows/token')),
  planted(
    'a verifier is accepted where there was no challenge',
    { mistakeIn: wrong(`if (verifier !== undefined) return 'verifier_unexpected'`, '') },
    sqlite('openid/flows/token'),
  ),
  planted(
    'the address that a code was sent to is not compared',
    { mistakeIn: wrong(`if (redirectUri !== code.redirectUri) return 'redirect_uri_differs'`, '') },
    sqlite('openid/flows/token'),
  ),
  planted(
    'the code of another application is accepted',
    { redeemAuthorizationCode: wrong('|| known.clientId !== clientId', '') },
    sqlite('openid/flows/token'),
  ),
  planted(
    'a code outlives the session in which the person was asked',
    { redeemAuthorizationCode: wrong('session.revokedAt !== undefined ||', '') },
    sqlite('openid/flows/token'),
  ),
  planted(
    'a refresh token of an application that was stolen ends nothing',
    { 'replay-refresh.endStolen': without('endGrants') },
    sqlite('openid/flows/refresh'),
  ),
  planted(
    'a refresh token of an application that was used before is as good as the newest',
    { 'replay-refresh.newestAfter': wrong('token && token.rotatedAt === undefined', 'token') },
    sqlite('openid/flows/refresh'),
  ),
  planted(
    'the refresh token of another application is accepted',
    { refreshTokens: wrong('|| of.clientId !== clientId', '') },
    sqlite('openid/flows/refresh'),
  ),
  planted(
    'a refresh widens what was granted',
    { shrink: wrong('if (!wanted.every((scope) => scopes.includes(scope)))', 'if (wanted.length === 0)') },
    sqlite('openid/flows/refresh'),
  ),
  planted(
    'what an application demands of a person is not asked at a refresh',
    { refreshTokens: wrong('if (unmet) return', 'if (unmet && token.generation < 0) return') },
    sqlite('openid/flows/refresh'),
  ),
  planted(
    'introspection tells an application of the tokens of others',
    { 'introspect.isFor': becomes('return true') },
    sqlite('openid/flows/token-questions'),
  ),
  planted(
    'an application ends the tokens of others',
    {
      endByRefreshToken: wrong('if (grant?.clientId !== clientId) return', 'if (!grant) return'),
      'AccessTokensTable.remove': wrong('AND client_id = ?', `AND ? <> ''`),
    },
    sqlite('openid/flows/token-questions'),
  ),
  planted(
    'the cookie of a session is as good as an access token',
    { hashOfAccess: becomes('return hashToken(token)') },
    sqlite('openid/flows/token-questions'),
  ),
  planted(
    'the code of a device is answered by another session',
    {
      'DeviceCodesTable.findClaimed': wrong('AND session_id = ?', `AND ? <> ''`),
      'DeviceCodesTable.answer': wrong('AND session_id = ?', `AND ? <> ''`),
    },
    sqlite('openid/flows/device'),
  ),
  planted(
    'the code of a device is taken over by whoever types it later',
    { 'DeviceCodesTable.claim': wrong('(session_id IS NULL OR session_id = ?)', `? <> ''`) },
    sqlite('openid/flows/device'),
  ),
  planted(
    'the code of a device gives tokens twice',
    {
      'DeviceCodesTable.take': wrong('AND redeemed_at IS NULL', ''),
      'redeem-device-code.redeem': wrong('if (code.redeemedAt !== undefined) return secondUse(tx, account, code)', ''),
    },
    sqlite('openid/flows/device'),
  ),
  planted(
    'codes of devices can be guessed without end',
    { countGuess: wrong('if (!config.limits.enabled)', 'if (config)') },
    sqlite('openid/flows/device'),
  ),
  planted(
    'an access token outlives the session that it hangs on',
    { 'access-tokens.BY_HASH': [wrong('AND s.revoked_at IS NULL', ''), wrong('AND g.ended_at IS NULL', '')] },
    sqlite('openid/flows/refresh'),
  ),
  planted(
    'a token of a client that was disabled is kept by processes',
    { byAccess: wrong('dependsOn: [keyOfClient(found.access.clientId)]', 'dependsOn: []') },
    postgres('stale-tokens'),
  ),
]
