import type { Secret } from '../kernel/secret.ts'

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

/** Longest first, so that no form is broken up by a shorter one inside it. */
function secretForms(url: string): string[] {
  if (!URL.canParse(url)) return [url]
  const { username, password } = new URL(url)
  const [user, plain] = [decoded(username), decoded(password)]
  const forms = [url, password, plain, base64(plain), base64(`\0${user}\0${plain}`)]
  return forms.filter((one) => one !== '').sort((a, b) => b.length - a.length)
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
