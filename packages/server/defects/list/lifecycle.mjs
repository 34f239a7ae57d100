import { becomes, inPlaceOf, without, wrong } from '../changes.mjs'
import { planted, sqlite } from '../defect.mjs'

export const lifecycle = [
  planted(
    'a code is not bound to the row of its request',
    { 'confirmEmailChange.change': becomes('await emailChangesIn(tx).findOpen(account.id, now)') },
    sqlite('confirm-email-change'),
  ),
  planted(
    'an address that is taken is told',
    { letterToNew: wrong('if (!isTaken)', "if (isTaken) throw new Error('taken')\n  if (!isTaken)") },
    sqlite('request-email-change'),
  ),
  planted(
    'a revert signs in',
    {
      'flows.revertEmail.handle': wrong(
        'throw fail(refusal)',
        `throw fail(refusal)
    const { Answer } = await import('kernel.Answer')
    const { issueSession } = await import('issueSession')
    const { emailRevertsIn } = await import('emailRevertsIn')
    const { accountsIn } = await import('accountsIn')
    const { store } = call.deps
    const reverted = await emailRevertsIn(store).find(hashOfRevert(body.code))
    const account = reverted && (await accountsIn(store).find(reverted.accountId))
    const unsaid = { second: undefined, enrolledAt: undefined, secondFactorAt: undefined }
    const entry = { signIn: { method: 'mailbox' }, isToBeTrusted: false, isKnownBrowser: false, open: undefined, ...unsaid } as const
    const issued = account && (await inTransaction(call, (tx) => issueSession(tx, account, entry)))
    if (issued) return new Answer({ message: 'Welcome.' }, { session: issued.cookies })`,
      ),
    },
    sqlite('email-change/flows/revert-email'),
  ),
  planted(
    'old sessions outlive a change of address',
    { completeEmailChange: inPlaceOf('endEverythingOf', "(await import('gate.codesIn')).codesIn(tx).endAllOf(id, now)") },
    sqlite('confirm-email-change', 'lifecycle-races'),
  ),
  planted(
    'a report removes only what came with its own session',
    { 'steps.reportDevice': wrong('report.since', 'report.since + 3_600_000') },
    sqlite('report-device'),
  ),
  planted(
    'an address that can be reverted to is free for newcomers',
    { 'AccountsTable.add': wrong('isReserved(email', "isReserved(''") },
    sqlite('reserved-addresses'),
  ),
  planted(
    'a code is good for whatever address the account has by now',
    { 'gate.redeemCode': without('wasMailedTo') },
    sqlite('codes-of-an-address'),
  ),
  planted(
    'a mailbox that an administrator has named strips the factors of the owner',
    { 'AccountAddressesTable.set': wrong('verified_at = ?', 'verified_at = ?, mailbox_proved_at = NULL') },
    sqlite('change-user-email'),
  ),
  planted(
    'a factor of yesterday counts as one that the owner has had for long',
    { isSettled: wrong('- SETTLED_MS', '') },
    sqlite('who-confirms'),
  ),
  planted(
    'a later link leads back to an address in between',
    { 'EmailRevertsTable.endSince': wrong('created_at >= ?', 'created_at < ?') },
    sqlite('email-change/flows/revert-email'),
  ),
  planted(
    'a sign-in that owes a second factor is told as one on a new device',
    {
      admit: wrong(
        "case 'second-factor': {",
        `case 'second-factor': {
      const { noteNewDevice } = await import('noteNewDevice')
      await noteNewDevice(tx, account, { id: '', createdAt: tx.deps.clock.now() } as never, attempt.signIn)`,
      ),
    },
    sqlite('new-device'),
  ),
  planted(
    'a mailbox in between keeps a way back',
    { 'tellOldMailbox.hasLink': wrong('&& !departure', '') },
    sqlite('back-means-back'),
  ),
  planted(
    'a mailbox alone strips an administrator of what gates',
    { removeFactorsSince: wrong('if (isAdmin', 'if (false') },
    sqlite('administrators-way-in'),
  ),
  planted(
    'a stranger keeps a passkey after the first proof of the mailbox',
    { removeUnproved: wrong('since: 0', 'since: Number.POSITIVE_INFINITY') },
    sqlite('security/first-proof'),
  ),
  planted(
    'an account that an operator has made is removed because nobody has proved it',
    { 'openAccount.unprovedSince': becomes("mailbox === 'unproved' ? now : undefined") },
    sqlite('steps/unverified'),
  ),
  planted(
    'an account is removed although its mailbox was proved in that moment, or another process was faster',
    { 'unverified.remove': wrong('since === undefined || since > until', '(since ?? 0) > until') },
    sqlite('steps/unverified'),
  ),
  planted(
    'an account that others depend on is removed for being unused',
    { removable: wrong('needed ? ', 'false ? ') },
    sqlite('steps/unverified', 'steps/inactive'),
  ),
  planted(
    'a sign-in does not end the notice of an unused account',
    { 'unused-accounts.nextStep': wrong('idleSince >= notice.noticedAt ||', '') },
    sqlite('steps/inactive'),
  ),
  planted(
    'a mail that was refused counts as one that has told the owner',
    { afterMail: wrong("if (fate?.outcome === 'failed') return { ...done, nextAt: now + REFUSED_MS }", '') },
    sqlite('steps/inactive'),
  ),
  planted(
    'the days to the removal count from when a mail was due, not from when it has left',
    { afterMail: wrong('Math.max(notice.leavesAt, (fate.doneAt ?? now) + aheadOf(notice))', 'notice.leavesAt') },
    sqlite('steps/inactive'),
  ),
  planted(
    'two processes send the owner of an unused account both mails at once',
    { 'follow-notices.follow': wrong('|| notice.nextAt > now', '') },
    sqlite('steps/inactive'),
  ),
  planted(
    'the console counts accounts that are never removed among those that will be',
    { countUnproved: wrong('${removable()}', '1 = 1') },
    sqlite('unused-accounts/waiting'),
  ),
  planted(
    'the console counts owners who are back among those whose accounts will be removed',
    { countNoticed: wrong('AND NOT EXISTS', 'AND 1 = 1 OR EXISTS') },
    sqlite('unused-accounts/waiting'),
  ),
  planted(
    'all that expires waits until the last of very many unused accounts is removed',
    { runChores: wrong('step < MOST_STEPS &&', '') },
    sqlite('assembly/run-chores'),
  ),
]
