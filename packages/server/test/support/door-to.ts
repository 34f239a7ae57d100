import type { Door } from './browser.ts'

/** A service that listens in another process. It may be another one at each request: browsers outlive processes. */
export const doorTo = (address: () => string): Door => ({
  async inject({ method = 'GET', url = '', headers = {}, payload }) {
    const reply = await fetch(address() + String(url), {
      method,
      headers: headers as Record<string, string>,
      redirect: 'manual',
      ...(payload !== undefined && { body: payload as string }),
    })
    const received = { ...Object.fromEntries(reply.headers), 'set-cookie': reply.headers.getSetCookie() }
    return { statusCode: reply.status, headers: received, body: await reply.text() }
  },
})
