import { type Finding, findingsOf, textOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'

const { ok, warn } = findingsOf('public URL')

const PATIENCE_MS = 5000

/** Whether the service answers where its mails send people. From this machine it may not, and be fine from everywhere else. */
export async function checkPublicUrl({ server }: Config): Promise<Finding> {
  const url = `${server.publicUrl}/auth/check` // the probes are nothing that a proxy passes on
  try {
    const { status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
    return status === 200 ? ok(`${url} answers`) : warn(`${url} answers ${status}: does PUBLIC_URL lead here?`)
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    return warn(`${url} does not answer: ${textOf(cause ?? error)}. Is the service running?`)
  }
}
