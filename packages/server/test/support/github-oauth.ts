import { createHash, randomBytes } from 'node:crypto'
import { providerPage } from './provider-page.ts'

/** As what the service is registered there. */
export const GITHUB_APP = { id: 'Iv1.8a61f9b3a7aba766', secret: 'between GitHub and the service' }

export interface GitHubPerson {
  readonly id: number
  readonly login: string
  readonly name?: string | null
  /** What the profile shows to everybody. */
  readonly email?: string | null
  readonly emails?: readonly GitHubEmail[]
}

interface GitHubEmail {
  readonly email: string
  readonly primary?: boolean
  readonly verified?: boolean
  readonly visibility?: 'public' | 'private' | null
}

export interface Grant {
  readonly person: GitHubPerson
  readonly scopes: readonly string[]
}

interface Code extends Grant {
  readonly redirectUri: string
  readonly challenge: string | null
}

const answers = {
  denied: ['access_denied', 'The user has denied your application access.'],
  wrongUrl: ['redirect_uri_mismatch', 'The redirect_uri MUST match the registered callback URL for this application.'],
  wrongApp: ['incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.'],
  wrongCode: ['bad_verification_code', 'The code passed is incorrect or expired.'],
} as const

const failure = (name: keyof typeof answers): Readonly<Record<string, string>> => {
  const [error, description] = answers[name]
  return { error, error_description: description, error_uri: `https://docs.github.com/apps/#${error}` }
}

/** GitHub's authorization: codes that work once, for one app, and a redirect URI that is at or below the registered one. */
export function githubOAuth(people: ReadonlyMap<string, GitHubPerson>, grants: Map<string, Grant>) {
  const codes = new Map<string, Code>()
  let registered = ''

  function issueCode(person: GitHubPerson, query: URLSearchParams, redirectUri: string): string {
    const code = randomBytes(10).toString('hex')
    const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean)
    codes.set(code, { person, scopes, redirectUri, challenge: query.get('code_challenge') })
    return code
  }

  return {
    register: (callback: string): void => {
      registered = callback
    },

    page: (): string => providerPage([...people].map(([id, { login, emails = [] }]) => [id, emails[0]?.email ?? login])),

    /** Where the browser is sent: at once if something is wrong, else when a button was pressed. */
    authorize(query: URLSearchParams, pressed?: URLSearchParams): string | undefined {
      const asked = query.get('redirect_uri') ?? registered
      const back = (url: string, answer: Readonly<Record<string, string>>) => withQuery(url, answer, query.get('state'))
      if (!leadsBelow(registered, asked)) return back(registered, failure('wrongUrl'))
      if (!pressed) return undefined
      const person = people.get(pressed.get('person') ?? '')
      return back(asked, person ? { code: issueCode(person, query, asked) } : failure('denied'))
    },

    /** A token, or what is wrong. Both are sent with status 200. */
    redeem(form: URLSearchParams): Readonly<Record<string, string>> {
      if (form.get('client_id') !== GITHUB_APP.id || form.get('client_secret') !== GITHUB_APP.secret) return failure('wrongApp')
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      if (!code || !isProven(code, form.get('code_verifier'))) return failure('wrongCode')
      if ((form.get('redirect_uri') ?? code.redirectUri) !== code.redirectUri) return failure('wrongUrl')
      const token = `gho_${randomBytes(18).toString('hex')}`
      grants.set(token, code)
      return { access_token: token, scope: code.scopes.join(','), token_type: 'bearer' }
    },
  }
}

function leadsBelow(registered: string, redirectUri: string): boolean {
  const [home, asked] = [new URL(registered), new URL(redirectUri)]
  return asked.origin === home.origin && `${asked.pathname}/`.startsWith(`${home.pathname}/`)
}

function withQuery(base: string, answer: Readonly<Record<string, string>>, state: string | null): string {
  const url = new URL(base)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  return url.href
}

const isProven = ({ challenge }: Code, verifier: string | null): boolean =>
  challenge === null || (verifier !== null && createHash('sha256').update(verifier).digest('base64url') === challenge)
