import { headers } from 'next/headers.js'
import { redirect } from 'next/navigation.js'
import { type Auth, createVerifier, signInAddress, type VerifierOptions } from './server.ts'

/**
 * For server components and route handlers. A page that is being written cannot set cookies, so nothing is renewed here: whose session
 * has run out is sent to the service, which renews it and sends them straight back.
 */
export function latchkey(options: VerifierOptions) {
  const verifier = createVerifier({ ...options, renews: false })
  const auth = async (): Promise<Auth> => verifier.verify({ headers: await headers() })
  return {
    auth,
    /** Who it is, or on to the sign-in and back to this address. */
    async requireSession(returnTo: string): Promise<Extract<Auth, { status: 'signed-in' }>> {
      const found = await auth()
      if (found.status === 'unavailable') throw found.error
      return found.status === 'signed-in' ? found : redirect(signInAddress(options, returnTo))
    },
  }
}
