import type { Page } from 'playwright-core'
import type { TestPasskey } from '../../types/index.d.ts'

export type VirtualAuthenticator = Awaited<ReturnType<typeof withAuthenticator>>

/** An authenticator in the device of a visitor, which answers at once, or only when it is told to. */
export async function withAuthenticator(page: Page) {
  const debug = await page.context().newCDPSession(page)
  await debug.send('WebAuthn.enable')
  const { authenticatorId } = await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    holds: (credential: TestPasskey) => debug.send('WebAuthn.addCredential', { authenticatorId, credential }),
    answers: (enabled: boolean) => debug.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    knows: (isUserVerified: boolean) => debug.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}
