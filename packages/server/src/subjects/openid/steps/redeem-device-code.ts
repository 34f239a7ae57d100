import { obstacleFor } from '../../../gate/access/admit.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { isToken } from '../../../platform/kernel/tokens.ts'
import { clientsIn, type OidcClient } from '../tables/clients.ts'
import { type DeviceCode, deviceCodesIn, hashOfDeviceCode } from '../tables/device-codes.ts'
import { unmetDemand } from './demands.ts'
import { endGrants } from './end-grants.ts'
import { openGrant } from './grants.ts'
import { type Issued, issueTokens, newTokens } from './issue-tokens.ts'
import { type Refused, refused } from './refused.ts'
import { shrink } from './shrink.ts'

/**
 * A device asks whether its person has answered. Like a code of a browser, that of a device is good once, and a second use ends what the
 * first one was given: either it was stolen, or the device has not got the answer and asks for another.
 */
export async function redeemDeviceCode(call: Context, client: OidcClient, presented: string): Promise<Issued | Refused> {
  const { store, clock } = call.deps
  if (!isToken(presented)) return refused('invalid_grant', 'code_unknown')
  const hash = hashOfDeviceCode(presented)
  const code = await deviceCodesIn(store).find(hash)
  if (!code || code.clientId !== client.id) return refused('invalid_grant', 'code_unknown')
  const now = clock.now()
  if (code.redeemedAt === undefined && code.expiresAt <= now) return refused('expired_token')
  if (code.answer === 'denied') return refused('device_denied')
  if (code.answer === 'allowed') return redeem(call, client.id, code)
  const isTooSoon = await deviceCodesIn(store).ask(hash, now)
  return refused(isTooSoon ? 'slow_down' : 'authorization_pending')
}

function redeem(call: Context, clientId: string, { hash, accountId = '' }: DeviceCode): Promise<Issued | Refused> {
  return inTransaction(call, async (tx) => {
    const now = tx.deps.clock.now()
    const account = await accountsIn(tx).lock(accountId, now)
    const client = await clientsIn(tx).hold(clientId)
    const code = await deviceCodesIn(tx).find(hash)
    if (!account || !client || !code?.proof) return refused('invalid_grant', client ? 'code_unknown' : 'disabled')
    if (code.redeemedAt !== undefined) return secondUse(tx, account, code)
    const session = await sessionsIn(tx).find(code.sessionId ?? '')
    if (
      !session ||
      session.revokedAt !== undefined ||
      session.refreshExpiresAt <= now ||
      obstacleFor(tx.deps, account, 'session')
    )
      return refused('device_denied')
    const unmet = await unmetDemand(tx, tx.deps, client, account, session)
    if (unmet) return refused('device_denied', `demand_${unmet}`)
    const granted = shrink(code, client, { scope: undefined, resource: undefined })
    if ('refused' in granted) return granted
    if (!(await deviceCodesIn(tx).take(hash, now))) return refused('expired_token')
    const { ipAddress, userAgent, proof } = code
    const from = { ...session, ipAddress, userAgent }
    const opened = await openGrant(tx, { account, client, session: from, scopes: granted.scopes, own: {} })
    await deviceCodesIn(tx).noteGrant(hash, opened.grant.id)
    const metadata = { client: client.id, by: 'device' }
    const subject = { actorId: account.id, targetUserId: account.id, sessionId: opened.session.id }
    await tx.record('oidc.tokens.issued', { ...subject, metadata })
    const tokens = newTokens(granted.audience)
    const refresh = { generation: 1, ...granted }
    return issueTokens(tx, { account, client, ...opened, ...granted, proof, nonce: undefined, tokens, refresh })
  })
}

async function secondUse(tx: Transaction, account: Account, { grantId, clientId }: DeviceCode): Promise<Refused> {
  if (grantId !== undefined) await endGrants(tx, { accountId: account.id, grantId }, 'application_token_reused')
  const metadata = { client: clientId }
  await tx.record('oidc.code.reuse_detected', { isSuccess: false, targetUserId: account.id, metadata })
  return refused('invalid_grant', 'code_used_twice')
}
