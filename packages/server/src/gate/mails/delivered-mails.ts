import type { KeyRing } from '../../platform/kernel/keys.ts'
import { unsealMail } from '../../platform/mail/seal-mail.ts'
import { outboxIn } from '../../platform/mail/tables/outbox.ts'
import type { Deps } from '../deps.ts'

const MOST = 100

export type DeliveredMail = ReturnType<typeof unsealMail> & { readonly id: string; readonly createdAt: number }

export async function deliveredMails({ store, keys }: Pick<Deps, 'store' | 'keys'>): Promise<readonly DeliveredMail[]> {
  const rows = await outboxIn(store).listDelivered(MOST)
  return rows.flatMap(({ id, payload, createdAt }) => {
    const mail = payload === undefined ? undefined : open(keys.outbox, payload)
    return mail ? [{ id, ...mail, createdAt }] : []
  })
}

/** Undefined for a mail from before the secret was changed, so that the others can still be read. */
function open(keys: KeyRing, payload: string): ReturnType<typeof unsealMail> | undefined {
  try {
    return unsealMail(keys, payload)
  } catch {
    return undefined
  }
}
