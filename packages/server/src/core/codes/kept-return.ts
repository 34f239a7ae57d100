import type { CodePurpose } from '../../kernel/code-purposes.ts'
import { unseal } from '../../kernel/keys.ts'
import { codesIn } from '../../store/tables/codes.ts'
import type { Deps } from '../deps.ts'
import { hashOfCode } from './code-mail.ts'

/** Where the visitor wanted to go who asked for this code. It tells the holder of the code alone, also when that is used. */
export async function keptReturn(deps: Deps, purpose: CodePurpose, typed: string): Promise<string | undefined> {
  const sealed = await codesIn(deps.store).returnOf(hashOfCode(deps, purpose, typed))
  try {
    return sealed === undefined ? undefined : unseal(deps.keys.returns, sealed)
  } catch {
    return undefined // sealed with a secret that is gone: they go where people go who named no place
  }
}
