import type { Deps } from '../../../gate/deps.ts'
import { readableAddress } from '../clients/readable-address.ts'
import type { Refusal } from '../clients/refusals.ts'
import { clientsIn } from '../tables/clients.ts'

/**
 * For the list of applications: no answer waits for the note, or fails because it could not be written. With the redirect address that was
 * asked for, where that is what is wrong.
 */
export function noteRefusal(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  clientId: string,
  refusal: Refusal,
  redirectUri?: string,
): void {
  const address = redirectUri ? readableAddress(redirectUri) : undefined
  clientsIn(store)
    .noteRefusal(clientId, { refusal, address }, clock.now())
    .catch(() => undefined)
}
