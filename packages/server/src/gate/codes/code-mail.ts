import type { Config } from '../../platform/config/schema.ts'
import { type CodeHashes, canonicalCode, hashCode, newCode, newShortCode } from '../../platform/kernel/codes.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { seal } from '../../platform/kernel/keys.ts'
import { servedAddress } from '../../platform/kernel/own-path.ts'
import { hashToken, newToken } from '../../platform/kernel/tokens.ts'
import type { MailKind } from '../../platform/mail/mail-templates.ts'
import { LEASE_MS } from '../../platform/mail/outbox.ts'
import { type MailTraces, type NewOutboxRow, outboxIn } from '../../platform/mail/tables/outbox.ts'
import type { Connection } from '../../platform/store/table.ts'
import { returnAddress } from '../access/return-address.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Context, Deps } from '../deps.ts'
import { writeMail } from '../mails/write-mail.ts'
import { pagePaths } from '../page-paths.ts'
import type { BarePurpose, CodePurpose, CountedPurpose, Mailed } from './tables/codes.ts'
import { codesIn, type NewCode } from './tables/codes.ts'

/** Kept beside a code instead of the address. It has no key, because a link outlives the secret that it was made under. */
const mailedTo = (codeHash: string, email: string): string => hashToken(`${codeHash} ${email}`)

/** A code from before addresses were noted counts as mailed to this address. */
export const wasMailedTo = (email: string, { hash, emailHash }: Mailed): boolean =>
  emailHash === undefined || emailHash === mailedTo(hash, email)

/** A token comes by the link alone; whether a typed code may be short depends on how it is looked up. */
const FORMS = { token: newToken, code: newCode, short: newShortCode }

type Purpose = { mail: MailKind; page: string; ttl: (config: Config) => number }

const purposes = {
  'email-verification': {
    mail: 'verification',
    page: pagePaths.verifyEmail,
    ttl: ({ registration }) => registration.verificationCodeTtl,
    form: 'code',
  },
  'password-reset': { mail: 'password-reset', page: pagePaths.resetPassword, ttl: ({ codes }) => codes.resetTtl, form: 'token' },
  'set-password': { mail: 'set-password', page: pagePaths.setPassword, ttl: ({ codes }) => codes.setPasswordTtl, form: 'short' },
  'account-deletion': {
    mail: 'account-deletion',
    page: pagePaths.deleteAccount,
    ttl: ({ codes }) => codes.deleteTtl,
    form: 'code',
  },
  // A visitor who comes by the link has a code already, so the page must not send another.
  'step-up': { mail: 'step-up', page: `${pagePaths.stepUp}?sent=before`, ttl: ({ codes }) => codes.stepUpTtl, form: 'short' },
} as const satisfies { [P in CodePurpose]: Purpose & { form: P extends CountedPurpose ? 'short' : keyof typeof FORMS } }

/** Written before the transaction that stores both. */
export type CodeMail = { readonly code: NewCode; readonly mail: NewOutboxRow }

/** The purpose is part of the hash, so a code is unknown everywhere but at its own route. */
export function hashOfCode(deps: Deps, purpose: BarePurpose, typed: string): CodeHashes {
  if (purposes[purpose].form !== 'token') return hashCode(deps.keys.codes, purpose, canonicalCode(typed))
  const hash = hashToken(`${purpose}:${typed.trim()}`)
  return [hash, hash]
}

/** Short codes of two accounts may be alike, so the account is part of the hash as well. */
export const hashOfCountedCode = (deps: Deps, purpose: CountedPurpose, typed: string, accountId: string): CodeHashes =>
  hashCode(deps.keys.codes, purpose, canonicalCode(typed), accountId)

const isCounted = (purpose: CodePurpose): purpose is CountedPurpose => purposes[purpose].form === 'short'

/** Without an account this writes a decoy, never sent nor redeemable, so that a public route costs the same for every address. */
export function writeCodeMail(
  context: Context,
  purpose: CodePurpose,
  account: Account | undefined,
  manner: 'own' | 'background',
  returnTo?: string,
): CodeMail {
  const { deps } = context
  const { mail, page, ttl, form } = purposes[purpose]
  const now = deps.clock.now()
  const lifetime = ttl(deps.config)
  const raw = FORMS[form]()
  const accountId = account?.id ?? newId(now)
  const userId = purpose === 'set-password' ? `userId=${accountId}&` : ''
  // Other pages find the return address by the code; the step-up page may lead on without any code.
  const back =
    purpose === 'step-up' && returnAddress(deps.config, returnTo) ? `&returnTo=${encodeURIComponent(returnTo ?? '')}` : ''
  const row = writeMail(context, mail, account, {
    code: raw,
    link: `${servedAddress(deps.config.server, page)}${back}#${userId}code=${raw}`,
    expiresIn: lifetime,
  })
  const [hash] = isCounted(purpose) ? hashOfCountedCode(deps, purpose, raw, accountId) : hashOfCode(deps, purpose, raw)
  return {
    code: {
      ...{ id: newId(now), purpose, accountId, hash, createdAt: now, expiresAt: now + lifetime },
      returnTo: sealedReturn(deps, returnTo),
      emailHash: mailedTo(hash, account?.email ?? ''),
    },
    mail: { ...row, expiresAt: now + lifetime, leasedUntil: manner === 'own' ? now + LEASE_MS : 0 },
  }
}

export async function addCodeMail(tx: Connection, { code, mail }: CodeMail, traces?: MailTraces): Promise<void> {
  await codesIn(tx).add(code)
  await outboxIn(tx).add({ ...mail, ...(traces && { traces }) })
}

/** Kept beside the code: a mail may be opened in another browser, and its link should not show the address. */
function sealedReturn({ config, keys, refusedReturns }: Deps, wanted: string | undefined): string | undefined {
  if (wanted !== undefined && returnAddress(config, wanted) !== undefined) return seal(keys.returns, wanted)
  refusedReturns.note(wanted)
  return undefined
}
