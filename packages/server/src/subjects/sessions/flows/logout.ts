import { signOut } from '../../../gate/access/sign-out.ts'
import { endpoint } from '../../../gate/deps.ts'
import { Message } from '../../../gate/views/fields.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'

/** The cookies are cleared only once the end of the session is stored, so a browser without cookies is signed out for good. */
export const logout = endpoint({
  route: 'POST /auth/logout',
  summary: 'Sign out: end the current session',
  auth: 'session',
  limit: 'general',
  endsSession: true,
  reply: Message,
  errors: [],

  async handle(call) {
    await signOut(call, call.caller)
    return new Answer({ message: 'You are signed out.' }, { session: 'end' })
  },
})
