import { one, sqlite } from './defect.mjs'

export const lifecycleDefects = [
  one(
    'a code is not bound to the row of its request',
    'core/lifecycle/confirm-email-change.ts',
    '  const change = await tx.emailChanges.findByCode(hashes)\n',
    '  const change = await tx.emailChanges.findOpen(account.id, now)\n',
    sqlite('src/features/lifecycle/confirm-email-change'),
  ),
  one(
    'an address that is taken is told',
    'core/lifecycle/request-email-change.ts',
    "  if (!isTaken) return writeMail(call, 'email-change',",
    "  if (isTaken) throw new Error('taken')\n  if (!isTaken) return writeMail(call, 'email-change',",
    sqlite('src/features/lifecycle/request-email-change'),
  ),
  one(
    'a revert signs in',
    'features/lifecycle/revert-email.ts',
    '    if (refusal) throw fail(refusal)\n',
    `    if (refusal) throw fail(refusal)
    const { Answer } = await import('../../kernel/endpoint.ts')
    const { issueSession } = await import('../../core/sessions/issue-session.ts')
    const { accountId } = await deps.store.emailReverts.find(hashOfRevert(body.code))
    const account = await deps.store.accounts.find(accountId)
    const issued = await deps.store.transaction((tx) => issueSession(tx, call, account, { way: { method: 'mailbox' }, isToBeTrusted: false }))
    if (issued) return new Answer({ message: 'Welcome.' }, { session: issued.cookies })
`,
    sqlite('src/features/lifecycle/revert-email'),
  ),
  one(
    'old sessions outlive a change of address',
    'core/lifecycle/complete-email-change.ts',
    '  await endEverythingOf(tx, context, id, change.sessionId)\n',
    '  await tx.codes.endAllOf(id, now)\n',
    sqlite('src/features/lifecycle/confirm-email-change', 'test/security/lifecycle-races'),
  ),
  one(
    'a report removes only what came with its own session',
    'core/lifecycle/report-device.ts',
    'await disableAccess(tx, context, account, report.since,',
    'await disableAccess(tx, context, account, report.since + 3_600_000,',
    sqlite('src/features/lifecycle/report-device'),
  ),
  one(
    'an address that can be reverted to is free for newcomers',
    'store/tables/accounts.ts',
    'isReserved(email, createdAt, account.id)) {',
    "isReserved('', createdAt, account.id)) {",
    sqlite('src/features/lifecycle/reserved-addresses'),
  ),
  one(
    'a code is good for whatever address the account has by now',
    'core/codes/redeem-code.ts',
    "if (account && !wasMailedTo(account.email, mailed)) return { state: 'unknown' }",
    "wasMailedTo(account?.email ?? '', mailed)",
    sqlite('test/security/codes-of-an-address'),
  ),
  one(
    'a mailbox that an administrator has named strips the factors of the owner',
    'store/tables/account-addresses.ts',
    'verified_at = ?, credential_version',
    'verified_at = ?, mailbox_proved_at = NULL, credential_version',
    sqlite('src/features/admin/change-user-email'),
  ),
  one(
    'a factor of yesterday counts as one that the owner has had for long',
    'core/lifecycle/who-confirms.ts',
    'elevation.enrolledAt <= now - SETTLED_MS',
    'elevation.enrolledAt <= now',
    sqlite('src/features/lifecycle/who-confirms'),
  ),
  one(
    'a later link leads back to an address in between',
    'store/tables/email-reverts.ts',
    'account_id = ? AND created_at >= ?',
    'account_id = ? AND created_at < ?',
    sqlite('src/features/lifecycle/revert-email'),
  ),
  one(
    'a sign-in that owes a second factor is told as one on a new device',
    'core/access/enter.ts',
    "  if (admission.kind === 'owes-second-factor') {\n",
    `  if (admission.kind === 'owes-second-factor') {
    const { noteNewDevice } = await import('../lifecycle/new-device.ts')
    await noteNewDevice(tx, context, admission.account, { id: '', createdAt: context.deps.clock.now() }, visit.way)
`,
    sqlite('src/features/lifecycle/new-device'),
  ),
  one(
    'a mailbox in between keeps a way back',
    'core/lifecycle/tell-old-mailbox.ts',
    'verifiedAt !== undefined && !departure\n  const token',
    'verifiedAt !== undefined\n  const token',
    sqlite('src/features/lifecycle/back-means-back'),
  ),
  one(
    'a mailbox alone strips an administrator of what gates',
    'core/factors/remove-factors-since.ts',
    'if (isAdmin && hasStrongGate(before) && !hasStrongGate(gates))',
    'if (false)',
    sqlite('test/security/administrators-way-in'),
  ),
  one(
    'a stranger keeps a passkey after the first proof of the mailbox',
    'core/access/remove-unproved.ts',
    'removeFactorsSince(tx, context, account, 0, REASON)',
    'removeFactorsSince(tx, context, account, Number.POSITIVE_INFINITY, REASON)',
    sqlite('test/security/first-proof'),
  ),
]
