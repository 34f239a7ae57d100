import { type Browser, ORIGIN, type Reply } from './browser.ts'
import { HtmlPage } from './html-page.ts'

type Fields = Readonly<Record<string, string>>

/** Somebody at a browser with script switched off, who opens pages and sends the forms that are in them. */
export class PageVisitor {
  readonly browser: Browser
  #page: HtmlPage | undefined

  constructor(browser: Browser) {
    this.browser = browser
  }

  /** What is on the screen. */
  get page(): HtmlPage {
    if (!this.#page) throw new Error('no page was opened yet')
    return this.#page
  }

  async open(path: string, headers: Fields = {}): Promise<HtmlPage> {
    return this.#arrive(path, await this.browser.get(path.replace(/#.*$/, ''), { headers: { accept: 'text/html', ...headers } }))
  }

  /** Sends the form of an action. Of several, the one that has the given hidden values. */
  async submit(action: string, fields: Fields = {}, headers: Fields = {}): Promise<HtmlPage> {
    const candidates = this.page.allForms.filter(({ values }) => values['_action'] === action)
    const wanted = Object.entries(fields)
    const form = candidates.find(({ values }) => wanted.every(([name, value]) => values[name] === value)) ?? candidates[0]
    if (!form) throw new Error(`no form for ${action} on ${this.page.address}: ${this.page.text}`)
    const unknown = Object.keys(fields).filter((name) => !new RegExp(`name="${name}"`).test(this.page.html))
    if (unknown.length > 0) throw new Error(`nowhere to type ${unknown.join(', ')} on ${this.page.address}`)
    return this.post(form.action, { ...form.values, ...fields }, headers)
  }

  /** Sends a form that need not be on the page, as the one who is shown it. */
  async post(path: string, fields: Fields, headers: Fields = {}): Promise<HtmlPage> {
    const shownTo = this.#page?.forms.map(({ values }) => values['_for']).find((id) => id !== undefined)
    const reply = await this.browser.post(path, undefined, {
      raw: new URLSearchParams({ ...(shownTo !== undefined && { _for: shownTo }), ...fields }).toString(),
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
    // The browser sends the form once more, to where it is led.
    if (reply.status === 307) return this.post(String(reply.headers['location']), fields, headers)
    return this.#arrive(path, reply)
  }

  /**
   * Follows redirects, but not to another house: that one was led there is all there is to see. As in every browser, the fragment
   * goes along to an address that has none (RFC 9110, 10.2.2).
   */
  async #arrive(path: string, reply: Reply): Promise<HtmlPage> {
    const { location } = reply.headers
    const led = reply.status === 303 && typeof location === 'string' ? location.replace(ORIGIN, '') : undefined
    const next = led?.includes('#') ? led : led && led + (/#.*$/.exec(path)?.[0] ?? '')
    if (next?.startsWith('/')) return this.open(next)
    this.#page = new HtmlPage(reply, next ?? path)
    return this.#page
  }
}
