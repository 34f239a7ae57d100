import { type Finding, findingsOf, textOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import { servedAddress } from '../../platform/kernel/own-path.ts'

const { ok, warn } = findingsOf('public URL')

/** Only a warning: the address may be unreachable from this machine and fine for all users. */
export async function checkPublicUrl({ server }: Config): Promise<Finding> {
  const url = servedAddress(server, '~/auth/check') // proxies do not pass the probes on
  try {
    const { status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5000) })
    return status === 200 ? ok(`${url} answers`) : warn(`${url} answers ${status}: does PUBLIC_URL lead here?`)
  } catch (error) {
    return warn(`${url} does not answer: ${textOf((error as { cause?: unknown }).cause ?? error)}. Is the service running?`)
  }
}
