import { recognise, recogniseApp } from '../../../gate/access/require-session.ts'
import type { Caller, Context, Deps } from '../../../gate/deps.ts'
import type { Call } from '../../../platform/kernel/endpoint.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { AskedPage } from '../steps/read-question.ts'
import { seesOwnCookies } from '../steps/way-in.ts'

type Asked = Context & Pick<Call<Deps, Caller>, 'cookies' | 'stranger'>

/** What is no session counts for the visitor who showed it, by the address that the proxy tells. */
export async function callerOf(call: Asked, { app, url }: AskedPage): Promise<Caller | undefined> {
  const { cookies } = call
  const isOurs = seesOwnCookies(call.deps.config, url)
  const appCookie = url.protocol === 'https:' ? cookies.appSession : cookies.plainAppSession
  try {
    const stranger = call.stranger()
    return (await (isOurs ? recognise(call, cookies, stranger) : recogniseApp(call, app.origin, appCookie, stranger)))?.caller
  } catch (cause) {
    if (cause instanceof Failure && cause.code === 'rate_limit_exceeded') throw cause
    throw new Failure('not_ready', { message: 'The database does not answer.', cause })
  }
}
