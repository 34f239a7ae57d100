import { becomes, first, inPlaceOf, without, wrong } from '../changes.mjs'
import { planted, sqlite } from '../defect.mjs'

/** Who gets in, with which proof, and what a provider says. */
export const signIn = [
  planted(
    'a ban does not hold for verify-email',
    { obstacleFor: wrong('account.bannedAt !== undefined', "account.bannedAt !== undefined && proof !== 'mailbox'") },
    sqlite('verification/flows/verify-email'),
  ),
  planted(
    'a ban is told before the password was right',
    {
      'signIn.compared': inPlaceOf(
        'countedPassword',
        (call) =>
          `${call}.then((right) => right ?? (known?.bannedAt === undefined ? undefined : { bucket: undefined, clear: async () => undefined }))`,
      ),
    },
    sqlite('accounts/flows/login', 'enumeration'),
  ),
  planted(
    'a sign-in in flight outlives a change of the password',
    { admit: wrong('account.credentialVersion !== attempt.credentialVersion', 'false') },
    sqlite('accounts/flows/login', 'change-password', 'passwords/flows/reset-password'),
  ),
  planted(
    'a reset leaves the sessions alone',
    { resetPassword: without('endEverythingOf') },
    sqlite('passwords/flows/reset-password'),
  ),
  planted(
    'a weak password spends the code',
    {
      resetPassword: wrong(
        'if (refused)',
        "if (refused) await codesIn(store).take(hashOfCode(deps, 'password-reset', body.code), clock.now())\n    if (refused)",
      ),
    },
    sqlite('passwords/flows/reset-password'),
  ),
  planted(
    'a proof of work is taken again and again',
    { hasProof: wrong('spentStatesIn(call.deps.store).spend(proved.spent, proved.expiresAt)', 'proved.expiresAt > 0') },
    sqlite('bot-check-races'),
  ),
  planted(
    'work that was done in one network is taken in another',
    {
      newChallenge: wrong('networksOf(ip)[0]', "''"),
      provedChallenge: wrong('networksOf(ip)[0]', "''"),
    },
    sqlite('security/bot-check'),
  ),
  planted(
    'without a script an account is made before its mailed code comes back',
    { signUpPage: wrong("verdict === 'without-script'", "verdict === 'unasked' && call.fields['ticket']") },
    sqlite('security/bot-check'),
  ),
  planted(
    'the code of a sign-up makes an account again and again',
    { signUpWithCode: wrong('!(await spentStatesIn(tx).spend(hashToken(body.ticket), expiresAt))', 'expiresAt === 0') },
    sqlite('security/bot-check'),
  ),
  planted(
    'what came with a proof of work counts with what came without',
    {
      clientCounters: wrong(
        "ofNetworks('proved', limits.entryPerMinute * PROVED_FACTOR)",
        "ofNetworks('entry', limits.entryPerMinute)",
      ),
    },
    sqlite('security/bot-check'),
  ),
  planted(
    'what was sealed is read in other forms as well',
    { decrypt: wrong("bytes.toString('base64url') !== sealed", 'false') },
    sqlite('kernel/keys'),
  ),
  planted(
    'a breached password is refused when it is only compared',
    {
      'createPasswords.verify': wrong(
        'isMatch && known !== undefined',
        'isMatch && known !== undefined && !(await breached?.has(password))',
      ),
    },
    sqlite('breached-passwords'),
  ),
  planted(
    'a breached password may be set with a mailed code',
    { resetPassword: inPlaceOf('passwords.refusal', 'undefined as Awaited<ReturnType<typeof passwords.refusal>>') },
    sqlite('breached-passwords'),
  ),
  planted(
    'a list that cannot be read keeps everybody from a new password',
    { openTolerantly: wrong('return false', 'throw err') },
    sqlite('breached-passwords'),
  ),
  planted(
    'the end of a list of breached passwords is not looked at',
    { checkedCount: wrong('probe <= PROBES', 'probe < PROBES') },
    sqlite('gate/passwords/breached-passwords'),
  ),
  planted(
    'a list of breached passwords is made of lines in any order',
    { 'EntryWriter.add': wrong('return false', 'high = this.#high') },
    sqlite('build-breached'),
  ),
  planted(
    'an address that nobody has costs no hash',
    { 'createPasswords.verify': first('if (hash === undefined) return false') },
    sqlite('enumeration'),
  ),
  planted(
    'a password of any length is normalised before it is compared',
    { 'createPasswords.verify': inPlaceOf('isTooLong', 'false') },
    sqlite('longest-inputs'),
  ),
  planted(
    'passwords wait in one line, whoever sends them',
    { 'createPasswords.inTurn': inPlaceOf('siteOf', "''") },
    sqlite('fair-hashing'),
  ),
  planted(
    'forgot-password does nothing for an unknown address',
    { forgotPassword: wrong('await addCodeMail', 'if (isOwed) await addCodeMail') },
    sqlite('enumeration'),
  ),
  planted(
    'the mail server is asked inside a transaction',
    {
      forgotPassword: [
        without('outbox.isReachable'),
        wrong('await addCodeMail', 'await outbox.isReachable()\n      await addCodeMail'),
      ],
    },
    sqlite('outside-transactions'),
  ),
  planted(
    'a code of one purpose works at another route',
    { 'gate.hashOfCode': wrong('purpose, canonicalCode', "'any', canonicalCode") },
    sqlite('code-purposes'),
  ),
  planted(
    'the address keeps its capitals',
    { canonicalEmail: wrong('.toLowerCase()', '') },
    sqlite('accounts/flows/register', 'accounts/flows/login'),
  ),
  planted(
    'a wrong password is counted after it was compared',
    {
      countedPassword: becomes(`
  const place = await placeOf()
  const until = await limitsIn(deps.store).blockedUntil(place.bucket)
  if (until > deps.clock.now()) throw tooMany(deps, 'password', until, deps.config.limits.passwordBackoffMax)
  const isRight = await compare()
  if (!isRight) await countAttempt(deps, place)
  const bucket = typeof place.bucket === 'string' ? place.bucket : place.bucket.stranger
  return isRight ? { bucket, clear: (tx) => limitsIn(tx).clear(bucket) } : undefined
`),
    },
    sqlite('password-limit'),
  ),
  planted(
    'an administrator needs no second factor',
    { adminRefusal: inPlaceOf('owesAdminFactor', 'false') },
    sqlite('admin-access'),
  ),
  planted(
    'the second factor is skipped at the door of a provider',
    { obstacleFor: inPlaceOf('owesSecondFactor', (call) => `(proof !== 'provider' && ${call})`) },
    sqlite('providers/flows/gate'),
  ),
  planted(
    'an existing account is merged with a provider that names its address',
    {
      enterByIdentity: wrong(
        "refused('email_already_exists')",
        "signIn(context, arrival, (await accountsIn(store).findByEmail(email))?.id ?? '')",
      ),
    },
    sqlite('providers/flows/sign-in', 'recovered-account'),
  ),
  planted(
    'an identity that does not vouch for the address survives the first proof of it',
    { isForeign: wrong('vouchedEmail !== email', 'vouchedEmail === email') },
    sqlite('security/first-proof', 'providers/flows/first-proof'),
  ),
  planted(
    'any browser counts as one that the account knows',
    { 'prove-mailbox.isKnown': wrong('account.id === id', 'account.id !== undefined') },
    sqlite('providers/flows/first-proof'),
  ),
  planted(
    'the string "true" verifies an address',
    { 'oidc-provider.isEmailVerified': becomes("Boolean(profile['email_verified'])") },
    sqlite('providers/flows/sign-in', 'unruly-provider', 'forged-tokens'),
  ),
  planted(
    'a state of a provider can be used again',
    { proveIdentity: without('spentStatesIn.spend') },
    sqlite('providers/flows/state'),
  ),
  planted(
    'a return address is checked by its beginning',
    { isAllowed: wrong('isCaller(url.origin)', 'isCaller(url.origin) || url.href.startsWith(server.publicUrl)') },
    sqlite('return-address', 'return-to'),
  ),
  planted(
    'linking a provider wants no step-up',
    { 'linkProvider.auth': becomes("'session'") },
    sqlite('providers/flows/link', 'factors/pages/step-up'),
  ),
  planted(
    'a sign-in with a provider takes over the cookie that the browser brings',
    { 'beginAttempt.browser': becomes('[...presented.values()].find((value) => value !== undefined) ?? newToken()') },
    sqlite('attempt-cookies'),
  ),
  planted(
    'a callback that any page can send a visitor to counts as an entry',
    { 'oauthCallback.limit': becomes("'redeem'") },
    sqlite('callback-limits'),
  ),
  planted(
    'unlinking leaves a sign-in through the provider waiting for its second factor',
    { unlinkProvider: without('challengesIn.removeAllOf') },
    sqlite('providers/flows/unlink'),
  ),
  planted(
    'an address is let in because its domain ends like one of a list',
    {
      'allowedAddresses.has': wrong(
        'names.some((name) => allowed.has(name))',
        '[...allowed].some((one) => names[0]?.endsWith(one))',
      ),
    },
    sqlite('allowed-addresses'),
  ),
  planted(
    'a domain of a list reaches to the names of strangers beside it',
    { namesOfOwner: wrong('|| isPublicSuffix(parentOf(domain))', '') },
    sqlite('allowed-addresses', 'public-suffix'),
  ),
  planted(
    'the lists of domains do not hold for a change of address',
    { 'requestEmailChange.handle': without('requireSignUp') },
    sqlite('sign-up-rules'),
  ),
  planted(
    'the lists of domains do not hold for who comes from a provider',
    {
      'enter-by-identity.enterByIdentity': inPlaceOf(
        'signUpRefusal',
        "(undefined as { readonly code: 'forbidden' } | undefined)",
      ),
    },
    sqlite('sign-up-rules'),
  ),
  planted(
    'the lists of domains do not hold for who was invited into an organisation',
    { 'registerWithOrgInvite.handle': without('requireSignUp') },
    sqlite('sign-up-rules'),
  ),
  planted(
    'a domain is refused only after the address was looked up',
    {
      'register.handle': inPlaceOf(
        'requireSignUp',
        (call) => `accountsIn(deps.store).findByEmail(newcomer.email).then(() => ${call})`,
      ),
    },
    sqlite('sign-up-rules'),
  ),
  planted(
    'a code to sign in with opens two sessions',
    { 'SignInCodesTable.take': wrong('AND used_at IS NULL', '') },
    sqlite('sign-in-code-races'),
  ),
  planted(
    'an older code to sign in with still works',
    {
      'SignInCodesTable.replace': wrong('WHERE address_hash = ?', 'WHERE address_hash = ? AND 1 = 0'),
      'sign-in-codes.IS_NEWEST': becomes("'1 = 1'"),
    },
    sqlite('verify-sign-in-code'),
  ),
  planted(
    'a code to sign in with can be guessed at for ever',
    { 'SignInCodesTable.guess': wrong('AND guesses < ${MAX_GUESSES}', '') },
    sqlite('verify-sign-in-code', 'sign-in-code-races'),
  ),
  planted(
    'what a stranger has set opens the account after its owner has signed in by mail',
    { ownAccount: wrong("password: 'void'", "password: 'kept'") },
    sqlite('security/first-proof'),
  ),
  planted(
    'a right code to sign in with is used up by what is missing beside it',
    { redeemSignInCode: without('returnCode') },
    sqlite('verify-sign-in-code'),
  ),
  planted(
    'without binding cookies a mailed code is the second factor after a mailed code',
    { 'ChallengeBindingsTable.entryOf': wrong("WHEN method = 'mailbox' THEN 1", "WHEN method = 'password' THEN 1") },
    sqlite('mailed-sign-in/flows/gate'),
  ),
  planted(
    'a stranger is told by a limit that an account has had wrong second factors',
    { reserveCode: wrong('browser === undefined ? count : count + seconds', 'count + seconds') },
    sqlite('sign-in-code-limit'),
  ),
  planted(
    'wrong second factors leave all of the room to codes to sign in with',
    { reserveCode: wrong('hasRoom: count + seconds <= secondFactorFailures', 'hasRoom: true') },
    sqlite('sign-in-code-limit'),
  ),
  planted(
    'a code to sign in with is mailed to a banned account',
    { mailFor: wrong('known.bannedAt === undefined', 'true') },
    sqlite('request-sign-in-code'),
  ),
  planted(
    'a code to sign in with works after a change of the credentials',
    { ownAccount: wrong('account.credentialVersion !== code.credentialVersion', 'false') },
    sqlite('verify-sign-in-code'),
  ),
  planted(
    'strangers use up the mails that the owner may ask for',
    { mayMailTyped: wrong('(await knownBrowser(context, isProved ? known : undefined)) ??', '') },
    sqlite('sign-in-code-limit'),
  ),
  planted(
    'mails are counted for each route apart',
    { mayMailTyped: wrong('return isWithin(', 'return true || isWithin(') },
    sqlite('sign-in-code-limit'),
  ),
  planted(
    'every browser of a stranger who signed up with an address has a count of mails',
    { mayMailTyped: wrong('isProved ? known : undefined', 'known') },
    sqlite('sign-in-code-limit'),
  ),
  planted(
    'a stranger who holds the account of an address uses up what its owner needs',
    { mayMailTyped: wrong('opening.count === 1', 'opening.count === 0') },
    sqlite('mails-to-strangers'),
  ),
  planted(
    'mails of an account that nobody has proved are counted for each purpose apart',
    { limitHeld: wrong('mailboxProvedAt !== undefined ||', "email !== '' ||") },
    sqlite('mails-to-strangers'),
  ),
  planted(
    'strangers who type an address keep people from signing up',
    { limitHeld: wrong('held.count > 1', 'held.count > 0') },
    sqlite('mails-to-strangers'),
  ),
  planted(
    'a mailbox that nobody has proved is flooded with notices',
    { mayNotify: wrong('mailboxProvedAt !== undefined ||', 'true ||') },
    sqlite('mails-to-strangers'),
  ),
  planted(
    'accounts of others mail to an address beside what strangers ask for',
    { countForeign: wrong('count > deps.config.limits.mailsPerHour', 'false') },
    sqlite('mails-to-strangers'),
  ),
  planted(
    'a proof of work is worth redemptions without end',
    { isProved: wrong('isOpen(waiting, deps.clock.now())', 'true') },
    sqlite('bot-check'),
  ),
  planted(
    'a password is taken where there are none',
    { hasPasswords: wrong("registration.emailSignIn === 'off'", 'true') },
    sqlite('no-passwords'),
  ),
  planted(
    'pages advise to change a password where there are none',
    { viewFor: wrong('hasPasswords(config) ?', 'true ?') },
    sqlite('no-word-of-passwords'),
  ),
  planted(
    'mails advise to change a password where there are none',
    { templatesFor: wrong("hasPasswords(config) ? 'yes' : ''", "'yes'") },
    sqlite('no-word-of-passwords'),
  ),
]
