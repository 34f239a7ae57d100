import { Secret } from '../kernel/secret.ts'
import { secretForms } from '../kernel/secret-forms.ts'

/** A peer's answer may bring a secret of the configuration into any line of the log. */
export function hideSecrets(config: object): (line: string) => string {
  const forms = secretsIn(config).flatMap((secret) => secretForms(secret).map((form) => JSON.stringify(form).slice(1, -1)))
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length)
  return (line) => longestFirst.reduce((left, form) => (left.includes(form) ? left.replaceAll(form, '[secret]') : left), line)
}

function secretsIn(value: unknown): readonly string[] {
  if (value instanceof Secret) return isFile(value) ? [] : [value.reveal()]
  if (typeof value !== 'object' || value === null) return []
  return [...loginsOf(value), ...tokensOf(value), ...Object.values(value).flatMap(secretsIn)]
}

/** The login in the header that a provider is sent, and may repeat (RFC 6749, 2.3.1). */
function loginsOf(value: { readonly clientId?: unknown; readonly clientSecret?: unknown }): readonly string[] {
  const { clientId, clientSecret } = value
  if (typeof clientId !== 'string' || !(clientSecret instanceof Secret)) return []
  return [`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret.reveal())}`]
}

/** What stands in the headers that a collector is sent, and may repeat, also without the word that names its kind. */
function tokensOf({ streamHeaders }: { readonly streamHeaders?: unknown }): readonly string[] {
  if (!(streamHeaders instanceof Secret)) return []
  const values = streamHeaders
    .reveal()
    .split(',')
    .map((pair) => decodeURIComponent(pair.slice(pair.indexOf('=') + 1)).trim())
  return values.flatMap((text) => [text, text.slice(text.indexOf(' ') + 1)])
}

/** The path of a SQLite file is no secret, and operators look for it in the log. */
const isFile = (secret: Secret): boolean => secret.reveal().startsWith('file:')
