import type { Secret } from '../kernel/secret.ts'
import { secretForms } from '../kernel/secret-forms.ts'

/** A server may repeat the login that it refuses, so the password is removed in every form that crosses the wire. */
export function smtpErrorText(error: unknown, url: Secret): string {
  const { cause, response } = error as { cause?: unknown; response?: string }
  if (cause !== undefined) return smtpErrorText(cause, url)
  const text = response ?? (error instanceof Error ? error.message : String(error))
  const hidden = secretForms(url.reveal()).reduce((left, secret) => left.replaceAll(secret, '[secret]'), text)
  return hidden.replace(/\p{Cc}+/gu, ' ').trim()
}
