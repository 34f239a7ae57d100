import type { InjectOptions } from 'fastify'

export interface Reply {
  /** The method and the address, without its query, of what it answers. */
  readonly asked: string
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of many shapes, and a wrong guess fails them
  readonly body: any
  readonly text: string
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  /** The Set-Cookie lines. */
  readonly setCookies: readonly string[]
}

interface Extra {
  readonly headers?: Record<string, string>
  /** A raw body instead of JSON. */
  readonly raw?: string | Buffer
}

/** What takes the requests: the service in this process, or one at the other end of a socket. */
export interface Door {
  inject(request: InjectOptions): Promise<{
    readonly statusCode: number
    readonly headers: Reply['headers']
    readonly body: string
  }>
}

export const ORIGIN = 'http://localhost:3000'

/** A client as a browser is one: it keeps cookies and sends its origin. */
export class Browser {
  readonly #app: Door
  readonly jar = new Map<string, string>()

  constructor(app: Door) {
    this.#app = app
  }

  get = (url: string, extra?: Extra) => this.send('GET', url, undefined, extra)
  post = (url: string, body?: unknown, extra?: Extra) => this.send('POST', url, body, extra)
  put = (url: string, body?: unknown, extra?: Extra) => this.send('PUT', url, body, extra)
  delete = (url: string, body?: unknown, extra?: Extra) => this.send('DELETE', url, body, extra)

  async send(method: string, url: string, body?: unknown, { headers = {}, raw }: Extra = {}): Promise<Reply> {
    const hasBody = body !== undefined || raw !== undefined
    const reply = await this.#app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: {
        origin: ORIGIN,
        'user-agent': 'TestBrowser/1.0',
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(this.jar.size > 0 && { cookie: this.cookieHeader() }),
        ...headers,
      },
      ...(hasBody && { payload: raw ?? JSON.stringify(body) }),
    })
    const setCookies = [reply.headers['set-cookie'] ?? []].flat().map(String)
    this.#keep(setCookies)
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    return {
      asked: `${method} ${url.split('?', 1)[0]}`,
      status: reply.statusCode,
      body: isJson && reply.body ? JSON.parse(reply.body) : undefined,
      text: reply.body,
      headers: reply.headers,
      setCookies,
    }
  }

  cookieHeader(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** A second client that holds the same cookies at this moment. */
  clone(): Browser {
    const twin = new Browser(this.#app)
    for (const [name, value] of this.jar) twin.jar.set(name, value)
    return twin
  }

  #keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0(;|$)/i.test(line)) this.jar.delete(name)
      else this.jar.set(name, value)
    }
  }
}
