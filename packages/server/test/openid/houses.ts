import { application } from '../support/application.ts'
import { Browser, type Door, ORIGIN, type Reply } from '../support/browser.ts'
import { world } from '../support/world.ts'
import { ASKED_IDS, type AskedClient, rowOf } from './asked-clients.ts'
import type { Pairs } from './changed-requests.ts'
import { oracle } from './oracle.ts'
import { type AuthorizeOutcome, outcomeOf } from './oracle-outcomes.ts'

/** One of two providers with the same applications, to which Ada has signed in once. */
export interface House {
  readonly authorize: (sent: Pairs, as: { readonly signedIn: boolean; readonly byPost: boolean }) => Promise<AuthorizeOutcome>
  /** Where the browser of Ada ends up: for codes. */
  readonly location: (sent: Pairs) => Promise<string>
  readonly post: (path: string, sent: Pairs, headers?: Record<string, string>) => Promise<Reply>
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const encoded = (pairs: Pairs): string => new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()

export async function houses() {
  const here = await world()
  const secrets = new Map<AskedClient, string>()
  for (const id of ASKED_IDS) secrets.set(id, (await application(here, rowOf(id))).secret)
  const ada = await here.signedUp()
  const theirs = await oracle(secrets)
  // Of two of one moment no table knows which is the newer one.
  const tick = () => here.clock.advance(1)
  const ours = house({ home: ORIGIN, open: here.browser, ada, followsPosts: true, tick })
  return {
    secrets,
    ours,
    theirs: house({ home: theirs.url, open: () => browserAt(theirs.url), ada: await signedInAt(theirs.url) }),
  }
}

interface Built {
  readonly home: string
  readonly open: () => Browser
  readonly ada: Browser
  /** A form is sent on as an address there. */
  readonly followsPosts?: boolean
  readonly tick?: () => void
}

function house({ home, open, ada, followsPosts = false, tick = () => undefined }: Built): House {
  const ask = async (browser: Browser, sent: Pairs, byPost: boolean): Promise<Reply> => {
    tick()
    const headers = { accept: 'text/html' }
    if (!byPost) return browser.get(`/oidc/authorize?${encoded(sent)}`, { headers })
    const reply = await browser.post('/oidc/authorize', undefined, { raw: encoded(sent), headers: { ...headers, ...FORM } })
    const { location } = reply.headers
    return followsPosts && typeof location === 'string' ? browser.get(location.replace(home, ''), { headers }) : reply
  }
  return {
    async authorize(sent, { signedIn, byPost }) {
      const { status, headers, text } = await ask(signedIn ? ada.clone() : open(), sent, byPost)
      const { location } = headers
      return outcomeOf({ status, location: typeof location === 'string' ? location : undefined, html: text, home })
    },
    location: async (sent) => String((await ask(ada.clone(), sent, false)).headers['location']),
    post: (path, sent, headers = {}) => open().post(path, undefined, { raw: encoded(sent), headers: { ...FORM, ...headers } }),
  }
}

/** A browser at a server that really listens. */
const browserAt = (url: string): Browser => new Browser(doorOf(url))

const doorOf = (url: string): Door => ({
  async inject({ method, url: path, headers, payload }) {
    const init = { method: method ?? 'GET', headers: headers as Record<string, string>, redirect: 'manual' as const }
    const reply = await fetch(new URL(String(path), url), { ...init, ...(payload !== undefined && { body: String(payload) }) })
    const cookies = reply.headers.getSetCookie()
    return {
      statusCode: reply.status,
      headers: { ...Object.fromEntries(reply.headers), 'set-cookie': cookies },
      body: await reply.text(),
    }
  },
})

/** Of what the provider remembers, only who is signed in: the interaction is over. */
async function signedInAt(url: string): Promise<Browser> {
  const browser = browserAt(url)
  const asked: Pairs = [
    ...[['client_id', 'lax'] as const, ['redirect_uri', rowOf('lax').redirectUris?.[0] ?? ''] as const],
    ...[['response_type', 'code'] as const, ['scope', 'openid'] as const],
  ]
  let next = `/oidc/authorize?${encoded(asked)}`
  for (let hops = 0; hops < 4 && next.startsWith('/'); hops++)
    next = String((await browser.get(next)).headers['location']).replace(url, '')
  for (const name of browser.jar.keys()) if (!name.startsWith('_session')) browser.jar.delete(name)
  if (browser.jar.size === 0) throw new Error(`nobody signed in at the oracle: ${next}`)
  return browser
}
