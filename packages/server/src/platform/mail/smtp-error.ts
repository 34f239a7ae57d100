import type { Secret } from '../kernel/secret.ts'
import { secretForms } from '../kernel/secret-forms.ts'

/**
 * What a mail server, or the way to it, had to say, on one line and fit for a terminal. A server may repeat the
 * login that it refuses, so the password is taken out in every form in which it crosses the wire.
 */
export function smtpErrorText(error: unknown, url: Secret): string {
  const { cause, response } = error as { cause?: unknown; response?: string }
  if (cause !== undefined) return smtpErrorText(cause, url)
  const text = response ?? (error instanceof Error ? error.message : String(error))
  const hidden = secretForms(url.reveal()).reduce((left, secret) => left.replaceAll(secret, '[secret]'), text)
  return hidden.replace(/\p{Cc}+/gu, ' ').trim()
}
