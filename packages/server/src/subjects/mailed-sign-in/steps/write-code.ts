import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Context, Deps } from '../../../gate/deps.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { addressHash } from '../../../platform/kernel/address-hash.ts'
import { canonicalCode, hashCode, newShortCode } from '../../../platform/kernel/codes.ts'
import { readDevice } from '../../../platform/kernel/device.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { seal, unseal } from '../../../platform/kernel/keys.ts'
import { shownNetworkOf } from '../../../platform/kernel/networks-of.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import { hashToken, newToken } from '../../../platform/kernel/tokens.ts'
import type { ClientLocation } from '../../../platform/mail/mail-kinds.ts'
import type { NewOutboxRow } from '../../../platform/mail/tables/outbox.ts'
import type { SignInCode } from '../tables/sign-in-codes.ts'
import { CODE_MS } from './code-life.ts'

/** What a browser asked for. The address is in canonical form, or as typed where it has none. */
export interface Asked {
  readonly email: string
  readonly name: string | undefined
  readonly returnTo: string | undefined
  /** The browser has proved some work for it. */
  readonly isProved?: boolean
}

/** `code`: one that works. `unknown`: word that there is no account. `none`: a decoy, which is never sent. */
type Mailed = 'code' | 'unknown' | 'none'

interface Wish {
  readonly asked: Asked
  readonly known: Account | undefined
  readonly mailed: Mailed
  /** False where a code that was mailed before has to go on working. */
  readonly isNewest: boolean
}

export interface WrittenCode {
  /** For the cookie. */
  readonly binding: string
  readonly row: Omit<SignInCode, 'guesses' | 'usedAt'>
  readonly mail: NewOutboxRow
}

type Bound = Pick<SignInCode, 'bindingHash' | 'accountId' | 'credentialVersion'> & Pick<Asked, 'email'>

/**
 * The hash is bound to the address, to the account as it was, and to the browser. Only the current secret counts: a secret may be replaced
 * because a thief has it, and a visitor soon has another code.
 */
export const hashOfSignInCode = ({ keys }: Deps, typed: string, { email, accountId, credentialVersion, bindingHash }: Bound) =>
  hashCode([keys.codes[0]], 'sign-in', canonicalCode(typed), email, accountId ?? '', String(credentialVersion), bindingHash)

export const addressKey = ({ keys }: Deps, { email }: Pick<Asked, 'email'>): string => addressHash(keys, email)

/** Undefined where it was sealed under a secret that is gone. */
export function readAsked({ keys }: Deps, { asked }: Pick<SignInCode, 'asked'>): Asked | undefined {
  try {
    return JSON.parse(unseal(keys.mailboxes, asked))
  } catch {
    return undefined
  }
}

/** Written before the transaction that stores both, with the same work for every address. */
export function writeSignInCode(context: Context, { asked, known, mailed, isNewest }: Wish): WrittenCode {
  const { deps } = context
  const now = deps.clock.now()
  const binding = newToken()
  const raw = newShortCode()
  const bound = { bindingHash: hashToken(binding), accountId: known?.id, credentialVersion: known?.credentialVersion ?? 0 }
  const [hash] = hashOfSignInCode(deps, raw, { ...bound, email: asked.email })
  const row = {
    ...{ id: newId(now), ...bound, createdAt: now, expiresAt: now + CODE_MS },
    addressHash: addressKey(deps, { email: isNewest ? asked.email : binding }),
    hash: mailed === 'code' ? hash : newToken(),
    asked: seal(deps.keys.mailboxes, JSON.stringify(asked)),
  }
  return { binding, row, mail: { ...write(context, asked, known, mailed, raw), expiresAt: row.expiresAt } }
}

function write(context: Context, { email }: Asked, known: Account | undefined, mailed: Mailed, code: string): NewOutboxRow {
  const { config, clock } = context.deps
  const reader = known ?? { email, name: '', verifiedAt: undefined, language: undefined }
  const askedFrom = locationOf(context)
  if (mailed === 'unknown') return writeMail(context, 'sign-in-unknown', reader, { when: clock.now(), askedFrom })
  const link = `${servedAddress(config.server, pagePaths.signInCode)}#code=${code}`
  const values = { code, link, expiresIn: CODE_MS, askedFrom }
  return writeMail(context, 'sign-in-code', mailed === 'code' ? reader : undefined, values)
}

function locationOf({ client }: Context): ClientLocation {
  const { browser = '', system = '' } = readDevice(client.userAgent)
  return { ip: shownNetworkOf(client.ip), browser, system: browser && system }
}
