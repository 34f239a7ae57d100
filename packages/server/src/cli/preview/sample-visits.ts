import type { createService } from '../../main.ts'
import type { OutgoingMail } from '../../platform/mail/transport.ts'

type Service = Pick<Awaited<ReturnType<typeof createService>>, 'app' | 'outbox'>
type Visits = {
  readonly service: Service
  readonly headers: Readonly<Record<string, string>>
  readonly mails: readonly OutgoingMail[]
}
type Payload = Readonly<Record<string, unknown>>

/** Requests to a sample, and the cookies that they end with. */
export function visitsTo({ service: { app, outbox }, headers, mails }: Visits) {
  const send = async (url: string, payload: Payload, cookie = '') => {
    const reply = await app.inject({ method: 'POST', url, headers: { ...headers, cookie }, payload })
    return { reply, cookie: reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  }
  return {
    send,

    async signIn(email: string, password: string): Promise<string> {
      return (await send('/auth/admin/login', { email, password })).cookie
    },

    /** With the code that was mailed. */
    async signInByMail(email: string): Promise<string> {
      const asked = await send('/auth/code/request', { email })
      await outbox.idle()
      const [, code = ''] = /#code=(\S+)/.exec(mails.at(-1)?.text ?? '') ?? []
      return (await send('/auth/code/verify', { code }, asked.cookie)).cookie
    },

    /** A visitor who has typed an address into the sign-in page and asked for a code. */
    async typed(email: string): Promise<string> {
      const payload = new URLSearchParams({ _action: 'sendCode', email }).toString()
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
      const reply = await app.inject({ method: 'POST', url: '/sign-in', headers: form, payload })
      return reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    },
  }
}
