import { unseal } from '../../platform/kernel/keys.ts'
import type { Deps } from '../deps.ts'
import { hashOfCode } from './code-mail.ts'
import type { BarePurpose } from './tables/codes.ts'
import { codesIn } from './tables/codes.ts'

/** Where the visitor who asked for this code wanted to go, also of a used code. Tell only the holder of the code. */
export async function keptReturn(deps: Deps, purpose: BarePurpose, typed: string): Promise<string | undefined> {
  const sealed = await codesIn(deps.store).returnOf(hashOfCode(deps, purpose, typed))
  try {
    return sealed === undefined ? undefined : unseal(deps.keys.returns, sealed)
  } catch {
    return undefined // sealed with a secret that is gone
  }
}
