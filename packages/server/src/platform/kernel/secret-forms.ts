const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Every form in which a peer could send a secret back. Longest first, so that no form is broken up by a shorter one. */
export function secretForms(secret: string): readonly string[] {
  const logins = URL.canParse(secret) ? loginForms(new URL(secret)) : []
  const forms = new Set([...logins, ...spellings(secret)])
  return [...forms].filter((form) => form.length >= SHORTEST).sort((a, b) => b.length - a.length)
}

/** Shorter texts occur in ordinary words. */
const SHORTEST = 4

const spellings = (text: string): readonly string[] => [text, encodeURIComponent(text), base64(text)]

function loginForms({ username, password }: URL): readonly string[] {
  const [user, plain] = [decoded(username), decoded(password)]
  if (plain === '') return []
  return [
    password,
    ...spellings(plain),
    base64(`\0${user}\0${plain}`),
    base64(`${user}\0${user}\0${plain}`),
    base64(`${user}:${plain}`),
  ]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
