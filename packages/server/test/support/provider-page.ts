/**
 * The page of a provider that asks who somebody is, and what a browser does there. It needs no script, so a real browser can
 * use it as well.
 */
export const providerPage = (people: Iterable<readonly [id: string, label: string]>): string => `<!doctype html>
<html lang="en">
<title>Sign in</title>
<h1>Sign in</h1>
<form method="post">
${[...people].map(([id, label]) => `<p><button name="person" value="${encoded(id)}">Continue as ${encoded(label)}</button></p>`).join('\n')}
<p><button name="deny" value="yes">Deny</button></p>
</form>
</html>`

/** What the buttons of the page send. */
export const pressed = { person: (id: string) => ({ person: id }), deny: { deny: 'yes' } }

interface Arrival {
  readonly url: string
  /** Missing once the browser was sent to another origin, where nobody follows it. */
  readonly html?: string
}

/** Opens a provider's page, presses a button there, and follows until the provider lets go of the browser. */
export async function visit(
  url: string,
  button: Readonly<Record<string, string>>,
  jar = new Map<string, string>(),
): Promise<Arrival> {
  const opened = await follow(jar, url, { method: 'GET' })
  if (opened.html === undefined) return opened
  if (!opened.html.includes('<button name="deny"')) throw new Error(`the provider refuses: ${opened.html}`)
  return follow(jar, opened.url, { method: 'POST', body: new URLSearchParams(button) })
}

async function follow(jar: Map<string, string>, start: string, init: RequestInit): Promise<Arrival> {
  const { origin } = new URL(start)
  let [url, request] = [start, init]
  while (new URL(url).origin === origin) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(url, { ...request, redirect: 'manual', headers: { cookie } })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const location = reply.headers.get('location')
    if (location === null) return { url, html: await reply.text() }
    url = new URL(location, url).href
    request = { method: 'GET' }
  }
  return { url }
}

/** The URL to which the browser was sent back. */
export function callbackOf({ url, html }: Arrival): string {
  if (html !== undefined) throw new Error(`the provider kept the browser: ${html}`)
  return url
}

/** The form that the browser was told to post back, `response_mode=form_post`. */
export function callbackFormOf({ url, html = '' }: Arrival): { readonly action: string; readonly body: string } {
  const [, action] = /<form method="post" action="([^"]*)"/.exec(html) ?? []
  if (action === undefined) throw new Error(`there is no form to post back at ${url}: ${html}`)
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, decoded(value)]))
  return { action: decoded(action), body: body.toString() }
}

const entities: readonly (readonly [string, string])[] = [
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]
const encoded = (text: string): string =>
  entities.reduce((html, [plain, entity]) => html.replaceAll(plain, entity), text.replaceAll('&', '&amp;'))
const decoded = (html: string): string =>
  entities.reduce((text, [plain, entity]) => text.replaceAll(entity, plain), html).replaceAll('&amp;', '&')
