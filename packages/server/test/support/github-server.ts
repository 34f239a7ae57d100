import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { githubApi } from './github-api.ts'
import { GITHUB_APP, type GitHubPerson, type Grant, githubOAuth } from './github-oauth.ts'
import { callbackOf, pressed, visit } from './provider-page.ts'
import { unrulyServer } from './unruly-server.ts'

/**
 * GitHub for the length of one test, laid out as an Enterprise server is: OAuth and the REST interface on one host. It
 * speaks as https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps describes it.
 */
export async function githubServer() {
  const { url, serve, altered, faults } = await unrulyServer({
    token: '/login/oauth/access_token',
    user: '/api/v3/user',
    emails: '/api/v3/user/emails',
  })
  const people = new Map<string, GitHubPerson>()
  const grants = new Map<string, Grant>()
  const oauth = githubOAuth(people, grants)

  serve(async (request, response) => {
    const target = new URL(request.url ?? '/', url)
    const form = request.method === 'POST' ? new URLSearchParams(await text(request)) : undefined
    if (target.pathname === '/login/oauth/authorize') return authorize(target.searchParams, form, response)
    if (target.pathname === '/login/oauth/access_token' && form) {
      return sendToken(request, response, await altered(target.pathname, oauth.redeem(form)))
    }
    const { status, body } = githubApi(grants, target, request.headers)
    return send(response, status, status === 200 ? await altered(target.pathname, body) : body)
  })

  function authorize(query: URLSearchParams, form: URLSearchParams | undefined, response: ServerResponse): void {
    const isKnown = query.get('client_id') === GITHUB_APP.id
    const location = isKnown ? oauth.authorize(query, form) : undefined
    if (location !== undefined) response.writeHead(302, { location }).end()
    else send(response, isKnown ? 200 : 404, isKnown ? oauth.page() : 'Not Found')
  }

  return {
    ...faults,
    url,
    /** The one callback URL of the app; paths below it are taken as well. */
    register: oauth.register,
    /** Somebody with an account here. The same `id` again changes it. */
    person(person: GitHubPerson): GitHubPerson {
      people.set(String(person.id), person)
      return person
    },
    /** What a browser does in which this person signs in and consents: the URL that it is sent back to. */
    approve: async (authorization: string | URL, { as }: { readonly as: GitHubPerson }): Promise<string> =>
      callbackOf(await visit(String(authorization), pressed.person(String(as.id)))),
    deny: async (authorization: string | URL): Promise<string> => callbackOf(await visit(String(authorization), pressed.deny)),
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const [type, sent] = typeof body === 'string' ? ['text/html', body] : ['application/json', JSON.stringify(body)]
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(sent)
}

/** A form, as in the first days of OAuth, unless JSON is asked for by name. */
function sendToken({ headers }: IncomingMessage, response: ServerResponse, answer: Record<string, string>): void {
  const isJson = headers.accept?.includes('application/json')
  const [type, body] = isJson ? ['json', JSON.stringify(answer)] : ['x-www-form-urlencoded', String(new URLSearchParams(answer))]
  response.writeHead(200, { 'content-type': `application/${type}; charset=utf-8` }).end(body)
}
