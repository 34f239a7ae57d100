import type { Client } from './client.ts'
import type { Message, Routes } from './routes.ts'

type Caller = Pick<Client, 'request'>
type BodyOf<R extends keyof Routes> = Readonly<NonNullable<Routes[R]['body']>>

/** Mails a link to set a new password with. The answer is the same whether there is such an account or not. */
export const forgotPassword = ({ request }: Caller, body: BodyOf<'POST /auth/forgot-password'>): Promise<Message> =>
  request('POST /auth/forgot-password', { body })

/** Sets a new password with the code of that link, and ends every session of the account. */
export const resetPassword = ({ request }: Caller, body: BodyOf<'POST /auth/reset-password'>): Promise<Message> =>
  request('POST /auth/reset-password', { body })

/** For the account that is signed in; its other sessions end. */
export const changePassword = ({ request }: Caller, body: BodyOf<'POST /auth/change-password'>): Promise<Message> =>
  request('POST /auth/change-password', { body })

/** Mails a code to an account without a password, for `setPassword`. */
export const requestPassword = ({ request }: Caller): Promise<Message> => request('POST /auth/set-password/request')

/** Sets a first password with that code, for the account that is signed in. */
export async function setPassword(
  { request }: Caller,
  body: { readonly code: string; readonly newPassword: string },
): Promise<Message> {
  const { id: userId } = await request('GET /auth/me')
  return request('POST /auth/set-password/confirm', { body: { ...body, userId } })
}
