import type { Deps } from '../../../gate/deps.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { showsInbox } from '../../../platform/config/shows-inbox.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import type { Receiver } from '../../../platform/kernel/receiver.ts'
import { isSigned } from '../../../platform/outgoing/standard-webhook.ts'
import { secretsOf } from '../steps/secrets.ts'
import { receivedIn } from '../tables/received.ts'
import { webhooksIn } from '../tables/webhooks.ts'

export const RECEIVER_PATH = '~/dev/webhooks'

/** Undefined where strangers could reach it: what is sent is shown without a sign-in, as the mails are. */
export const receiverAddress = (config: Config): string | undefined =>
  showsInbox(config) ? servedAddress(config.server, RECEIVER_PATH) : undefined

/** Mounted only while the development inbox is shown. Takes what is not signed as well, so that one sees what is wrong. */
export const webhookReceiver: Receiver<Deps> = {
  path: RECEIVER_PATH,
  async receive({ headers, body }, deps) {
    const now = deps.clock.now()
    const isVerified = isSigned(await secretsHere(deps, now), headers, body, now)
    await receivedIn(deps.store).add({ id: newId(now), receivedAt: now, headers, body, isVerified: isVerified ? 1 : 0 })
  },
}

/** Of the webhooks that lead here. */
async function secretsHere(deps: Deps, now: number): Promise<readonly string[]> {
  const { href } = new URL(receiverAddress(deps.config) ?? '')
  const webhooks = (await webhooksIn(deps.store).list()).filter(({ url }) => url === href)
  return (await Promise.all(webhooks.map((one) => secretsOf(deps, one, now)))).flat()
}
