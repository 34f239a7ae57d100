import { becomes, without, wrong } from '../changes.mjs'
import { planted, sqlite } from '../defect.mjs'

/** Applications that sign people in: mistakes that others have published advisories for. */
export const openid = [
  planted(
    'an address is compared by its beginning',
    { isRegisteredUri: wrong('redirectUris.includes(uri)', 'redirectUris.some((one) => uri.startsWith(one))') },
    sqlite('openid/pages/authorize', 'redirect-uri'),
  ),
  planted(
    'of two addresses the first one counts',
    { readRequest: wrong('addresses.length > 1', 'false') },
    sqlite('openid/pages/authorize'),
  ),
  planted(
    'a client that was switched off lets people in',
    { readRequest: wrong('client.disabledAt !== undefined', 'client.disabledAt === -1') },
    sqlite('openid/pages/authorize'),
  ),
  planted(
    'mistakes are told before the address is known to be good',
    { readRequest: wrong('!isRegisteredUri(client, redirectUri)', 'false') },
    sqlite('openid/pages/authorize'),
  ),
  planted('an answer does not say whose it is', { sendToClient: wrong(', iss }', ' }') }, sqlite('openid/pages/authorize')),
  planted(
    'the challenge of a public client may be left out',
    { readChallenge: wrong('isPublic(client) ||', '') },
    sqlite('openid/pages/authorize'),
  ),
  planted(
    'the challenge can be left out by a client that has used one',
    { readChallenge: wrong('|| client.hasSentChallenge', '') },
    sqlite('openid/pages/authorize'),
  ),
  planted(
    'a challenge without a method is taken',
    { readChallenge: wrong("method !== 'S256'", "method === 'plain'") },
    sqlite('openid/pages/authorize'),
  ),
  planted(
    'another browser finishes what one has begun',
    { findRequest: wrong('isOpen && isOwn', 'isOpen') },
    sqlite('openid/pages/authorize'),
  ),
  planted(
    'two tabs get a code each for one request',
    { 'RequestsTable.take': wrong('AND ${OPEN}', 'AND expires_at > ?') },
    sqlite('openid/pages/races'),
  ),
  planted(
    'a person who was banned a moment ago is let in',
    { holdCaller: wrong('account.bannedAt !== undefined', 'false') },
    sqlite('openid/pages/races'),
  ),
  planted(
    'a session that ended a moment ago lets an application in',
    { holdCaller: wrong('session.revokedAt === undefined', 'true') },
    sqlite('openid/pages/races'),
  ),
  planted(
    'a proof from before counts where a new one is asked for',
    { 'required-step.isFresh': wrong("!prompt.includes('login') &&", '') },
    sqlite('asked-again'),
  ),
  planted(
    'the page for a proof waves through who has shown one lately',
    { stepUpPage: wrong('elevatedUntil !== null && !arrival?.proof', 'elevatedUntil !== null') },
    sqlite('asked-again'),
  ),
  planted(
    'an age of zero is no age',
    { 'required-step.isFresh': wrong('now - provedAt < maxAge * 1000', 'now - provedAt <= maxAge * 1000') },
    sqlite('asked-again'),
  ),
  planted(
    'the person of the hint is not compared',
    { requiredStep: wrong('params.hintedSubject !== undefined', 'false') },
    sqlite('asked-again'),
  ),
  planted(
    'a yes counts for whatever the application asks by then',
    { giveConsent: wrong('step.shown !== shown', 'false') },
    sqlite('openid/pages/consent'),
  ),
  planted(
    'a yes does not hang on the name that was shown',
    { 'required-step.shownHash': wrong('name, updatedAt, account.id', 'account.id') },
    sqlite('openid/pages/consent'),
  ),
  planted(
    'a native application of the house is let in without a word',
    { 'required-step.needsConsent': wrong('isPublic(client)', "client.kind === 'service'") },
    sqlite('openid/pages/consent'),
  ),
  planted(
    'what an application demands is not asked',
    { requiredStep: wrong('if (demand !== undefined)', "if (demand !== undefined && account.id === '')") },
    sqlite('openid/pages/demands'),
  ),
  planted(
    'a claim of the service can be written by its owner',
    { claimOfField: becomes('return name') },
    sqlite('openid/steps/claims'),
  ),
  planted(
    'an application is told what only backends read',
    { 'claims.toldFields': becomes('return fields') },
    sqlite('openid/steps/claims'),
  ),
  planted(
    'two applications find out that they know the same person',
    { subjectFor: wrong('JSON.stringify([id, accountId])', 'JSON.stringify([accountId])') },
    sqlite('openid/steps/claims'),
  ),
  planted(
    'the form for an application may go anywhere',
    { 'send-to-client.formPage': wrong('new URL(address).origin', "'https:'") },
    sqlite('openid/pages/authorize'),
  ),
  planted('strangers fill the table of requests', { authorizePage: without('visit.count') }, sqlite('openid/pages/authorize')),
  planted(
    'requests of a browser are kept without end',
    { 'RequestsTable.add': wrong('OFFSET ${MOST_OF_BROWSER}', 'OFFSET 1000') },
    sqlite('openid/pages/authorize'),
  ),
  planted(
    'an id_token that was made for another application is a good hint',
    { readRequest: wrong('hinted?.aud === client.id', 'hinted') },
    sqlite('oracle-authorize'),
  ),
  planted(
    'a page is shown to who has asked for none',
    { authorizePage: wrong("params.prompt.includes('none')", 'params.prompt.length > 9') },
    sqlite('certification-basic'),
  ),
  planted(
    'a consent of anybody counts for everybody',
    { 'ConsentsTable.find': wrong('account_id = ? AND', "? <> '' AND") },
    sqlite('openid/pages/consent'),
  ),
  planted(
    'every address counts as confirmed',
    { 'claims.claimsOf': wrong('account.verifiedAt !== undefined', 'true') },
    sqlite('certification-basic'),
  ),
  planted(
    'a parameter without a value is one',
    { readParams: wrong(".filter((one) => one !== '')", '') },
    sqlite('oracle-authorize'),
  ),
  planted(
    'who has revoked its tokens signs nobody out without a question',
    { isOfSession: wrong('grant !== undefined &&', 'grant !== undefined && grant.endedAt === undefined &&') },
    sqlite('certification-logout'),
  ),
]
