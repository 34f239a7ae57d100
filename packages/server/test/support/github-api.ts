import type { IncomingHttpHeaders } from 'node:http'
import type { GitHubPerson, Grant } from './github-oauth.ts'

interface ApiAnswer {
  readonly status: number
  /** Text is sent as a page, everything else as JSON. */
  readonly body: unknown
}

/** GitHub's REST interface, as far as a sign-in needs it. */
export function githubApi(grants: ReadonlyMap<string, Grant>, url: URL, headers: IncomingHttpHeaders): ApiAnswer {
  if (!headers['user-agent']) return { status: 403, body: 'Please make sure your request has a User-Agent header.' }
  if (!headers.authorization) return refusal(401, 'Requires authentication')
  const grant = grants.get(/^(?:Bearer|token) (\S+)$/i.exec(headers.authorization)?.[1] ?? '')
  if (!grant) return refusal(401, 'Bad credentials')
  if (url.pathname === '/api/v3/user') return { status: 200, body: profileOf(grant.person) }
  // To a token that may not read the addresses, they do not exist.
  const isAllowed = grant.scopes.includes('user:email') || grant.scopes.includes('user')
  if (url.pathname !== '/api/v3/user/emails' || !isAllowed) return refusal(404, 'Not Found')
  return { status: 200, body: pageOf(emailsOf(grant.person), url.searchParams) }
}

const refusal = (status: number, message: string): ApiAnswer => ({
  status,
  body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
})

const profileOf = ({ id, login, name = null, email = null }: GitHubPerson) => ({
  login,
  id,
  node_id: Buffer.from(`04:User${id}`).toString('base64'),
  avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
  type: 'User',
  site_admin: false,
  name,
  email,
})

const emailsOf = ({ emails = [] }: GitHubPerson) =>
  emails.map(({ email, primary = false, verified = false, visibility = null }) => ({ email, primary, verified, visibility }))

function pageOf<T>(items: readonly T[], query: URLSearchParams): readonly T[] {
  const size = Math.min(Number(query.get('per_page') ?? 30), 100)
  const start = (Number(query.get('page') ?? 1) - 1) * size
  return items.slice(start, start + size)
}
