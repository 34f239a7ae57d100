import { becomes, inPlaceOf, without, wrong } from '../changes.mjs'
import { planted, postgres, sqlite } from '../defect.mjs'

const ignored = (call) => `${call}.then(() => true)`

/** Second factors, passkeys, and what proves again who is there. */
export const factors = [
  planted(
    'a guess is counted after it was compared',
    { 'factors.guess.shown': becomes('await check().then(async (right) => right ?? (await count(), undefined))') },
    sqlite('challenge-races', 'verify-code'),
  ),
  planted(
    'a resend gives the guesses back',
    { 'ChallengeCodesTable.remint': wrong('mail_accepted_at = NULL', 'mail_accepted_at = NULL, guesses = 0') },
    sqlite('challenge-races', 'resend-code'),
  ),
  planted(
    'a challenge can be completed without its cookie',
    { findBoundChallenge: wrong('!config', 'config') },
    sqlite('verify-code'),
  ),
  planted(
    'the code that a session asked for opens the console for another browser, or once the session has ended',
    {
      'complete-challenge.sessionOf': becomes(
        "return sessionId === undefined ? undefined : (await import('tables.sessionsIn')).sessionsIn(tx).find(sessionId)",
      ),
    },
    sqlite('missing-factor'),
  ),
  planted(
    'a challenge counts for whatever credentials the account has by now',
    {
      'completeChallenge.attempt': wrong(
        'credentialVersion',
        'credentialVersion: (await accountsIn(tx).find(id))?.credentialVersion ?? 0',
      ),
    },
    sqlite('verify-code'),
  ),
  planted(
    'a password alone enrols the second factor of an administrator',
    { elevationRefusal: inPlaceOf('owesAdminFactor', 'false') },
    sqlite('administrators-factors'),
  ),
  planted(
    'a reset brings new guesses at an authenticator app',
    { forgiveFailures: inPlaceOf('hasStrongGate', 'false') },
    sqlite('second-factor-limit'),
  ),
  planted(
    'a slow sender of a code is taken for dead',
    { 'whileMarked.mark': becomes('return undefined') },
    sqlite('dead-sender'),
  ),
  planted(
    '"false" keeps the other sessions',
    { 'enableTwoFactor.keepOtherSessions': becomes('Type.Unsafe<boolean>({})') },
    sqlite('enable-two-factor'),
  ),
  planted(
    'a step-up is passed by a weaker proof than the account asks for',
    { elevatedUntil: inPlaceOf('isEnough', 'true') },
    sqlite('get-step-up', 'strong-step-up', 'providers/flows/link'),
  ),
  planted(
    'a step-up by a provider counts as one by password',
    { 'OF_SIGN_IN.provider': becomes("'password'") },
    sqlite('get-step-up'),
  ),
  planted(
    'a step-up code works in every session of its account',
    { 'codes.OF_OWNER': wrong("COALESCE(session_id, '') = ?", "(COALESCE(session_id, '') = ? OR session_id IS NOT NULL)") },
    sqlite('send-step-up-code'),
  ),
  planted(
    'a step-up code can be guessed at for ever',
    { 'proofs.email.count': wrong('.guess(', '.findLive(') },
    sqlite('send-step-up-code'),
  ),
  planted(
    'a step-up code raises every session that has compared it in time',
    { 'stepUp.handle': inPlaceOf('tried.spend', ignored) },
    sqlite('send-step-up-code'),
  ),
  planted(
    'a step-up raises every session of the account',
    {
      'ElevationsTable.find': [
        wrong('id = ?', 'account_id = (SELECT account_id FROM sessions WHERE id = ?)'),
        wrong('elevated_at IS NOT NULL', 'elevated_at IS NOT NULL ORDER BY elevated_at DESC'),
      ],
    },
    sqlite('factors/step-up/step-up'),
  ),
  planted(
    'an answer of a passkey works twice',
    { 'checkPasskey.spend': inPlaceOf('spentStatesIn.spend', ignored) },
    sqlite('sign-in-with-passkey', 'factor-races'),
  ),
  planted(
    'a ceremony with a passkey counts for any purpose',
    {
      readCeremony: [
        wrong('bound(state)', "{ ...bound(state), purpose: '' }"),
        wrong('bound(wanted)', "{ ...bound(wanted), purpose: '' }"),
      ],
    },
    sqlite('ceremony'),
  ),
  planted('a passkey counts for whomever it does not name', { verifyAssertion: without('isOwners') }, sqlite('verify-assertion')),
  planted(
    'a passkey answers in the frame of another site',
    { isOurClientData: wrong("(data['crossOrigin'] ?? false) === false", 'true') },
    sqlite('verify-assertion', 'verify-registration'),
  ),
  planted(
    'a passkey answers without having verified its user',
    { 'verifyAssertion.requireUserVerification': becomes('false') },
    sqlite('verify-assertion'),
  ),
  planted(
    'a passkey of one device may count backwards',
    { verifyAssertion: wrong('!passkey.isBackupEligible', 'false') },
    sqlite('verify-assertion'),
  ),
  planted(
    'a passkey is the last way in and can be removed',
    { removePasskey: wrong('!canBeOpened(left)', 'wasLastAdmin && !canBeOpened(left)') },
    sqlite('passkeys/flows/passkeys', 'factor-races'),
  ),
  planted(
    'a code of an authenticator app works twice',
    { 'TotpSeedsTable.use': wrong('last_step < ?', 'last_step <= ?') },
    postgres('factor-races'),
  ),
  // To select it first and then update it would go unnoticed: spending one takes the lock of the account's row first.
  planted(
    'a recovery code works twice',
    { 'RecoveryCodesTable.spend': wrong('AND used_at IS NULL', '') },
    sqlite('stronger-factors', 'passkey-as-factor', 'factor-races'),
  ),
  planted(
    'a mailed code is taken beside an authenticator app',
    { methodsOf: wrong('!hasStrongGate(account) ||', 'true ||') },
    sqlite('stronger-factors', 'passkey-as-factor'),
  ),
  planted(
    'a mailed link passes an authenticator app',
    { obstacleFor: inPlaceOf('hasStrongGate', 'false') },
    sqlite('stronger-factors', 'passkey-as-factor'),
  ),
  planted(
    'a browser stays trusted after a change of factors',
    { 'DevicesTable.findTrusted': wrong('trusted_version = ?', 'trusted_version <= ?') },
    sqlite('devices/flows/devices', 'factor-races'),
  ),
  planted(
    'a session of a trusted browser opens the console',
    { 'admit.begin': inPlaceOf('isSecondFactor', (call) => `(${call} || obstacleFor(tx.deps, account, attempt.proof))`) },
    sqlite('devices/flows/devices'),
  ),
  planted(
    'a mailed code beside an authenticator app opens the console',
    { 'admit.isSecondFactor': inPlaceOf('hasStrongGate', 'false') },
    sqlite('offered-methods'),
  ),
  planted(
    'two mails to one mailbox are two factors',
    { methodsAfter: wrong("entry?.signIn.method === 'mailbox'", 'false') },
    sqlite('offered-methods'),
  ),
  planted(
    'the last administrator removes the app without which the mailbox opens nothing',
    { 'remove-totp.refusalFor': wrong('{ ...account, totpAt: undefined }', 'account') },
    sqlite('no-passwords'),
  ),
  planted(
    'a reset of factors counts the app of the last administrator as still there',
    { resetFactors: wrong('{ ...account, ...none }', 'account') },
    sqlite('no-passwords'),
  ),
  planted(
    'after SECRET was lost, a password that a mail has set and a mailed code are two factors',
    { proveMailbox: wrong("if (password === 'replaced')", 'if (false)') },
    sqlite('secret-lost'),
  ),
  planted(
    'after SECRET was lost, a provider and a mailed code are two factors',
    { isMailboxTwice: wrong("entry?.signIn.method === 'password'", "entry?.signIn.method !== 'mailbox'") },
    sqlite('secret-lost'),
  ),
]
