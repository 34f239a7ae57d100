import type { Config } from '../../config/schema.ts'
import { relyingPartyOf } from '../../core/passkeys/relying-party.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warn } = findingsOf('passkeys')

/** For which domain they are made, and where they work: that cannot be changed later without losing them. */
export function checkPasskeys(config: Config): Finding {
  if (!config.passkeys.enabled) return ok('switched off')
  const rp = relyingPartyOf(config)
  if (!rp) return warn('there can be none: PUBLIC_URL is an address or a name without a dot')
  return ok(`are made for ${rp.id}, and work at ${rp.origins.join(', ')}`)
}
