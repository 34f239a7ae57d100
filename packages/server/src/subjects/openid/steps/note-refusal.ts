import type { Deps } from '../../../gate/deps.ts'
import type { Refusal } from '../clients/refusals.ts'
import { clientsIn } from '../tables/clients.ts'

/** For the list of applications: no answer waits for the note, or fails because it could not be written. */
export function noteRefusal({ store, clock }: Pick<Deps, 'store' | 'clock'>, clientId: string, refusal: Refusal): void {
  clientsIn(store)
    .noteRefusal(clientId, refusal, clock.now())
    .catch(() => undefined)
}
