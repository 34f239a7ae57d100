import type { KeyRing } from '../../platform/kernel/keys.ts'
import { unsealMail } from '../../platform/mail/seal-mail.ts'
import { outboxIn } from '../../platform/mail/tables/outbox.ts'
import type { Deps } from '../deps.ts'

/** How far back the development inbox goes. */
const MOST = 100

export interface DeliveredMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly createdAt: number
}

/** What the development inbox has kept, newest first. */
export async function deliveredMails({ store, keys }: Pick<Deps, 'store' | 'keys'>): Promise<readonly DeliveredMail[]> {
  const rows = await outboxIn(store).listDelivered(MOST)
  return rows.flatMap(({ id, payload, createdAt }) => {
    const mail = payload === undefined ? undefined : open(keys.outbox, payload)
    return mail ? [{ id, ...mail, createdAt }] : []
  })
}

/** Undefined for a mail from before the secret was changed: it cannot be read, and the others are still there. */
function open(keys: KeyRing, payload: string): ReturnType<typeof unsealMail> | undefined {
  try {
    return unsealMail(keys, payload)
  } catch {
    return undefined
  }
}
