import { argon2Hasher } from '../../../gate/passwords/argon2-hasher.ts'
import { openBreached } from '../../../gate/passwords/breached-passwords.ts'
import { createPasswords } from '../../../gate/passwords/passwords.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { errors } from '../../../platform/kernel/errors.ts'

/** Why a password that an operator has chosen cannot be set: the rules are those of the forms. */
export async function passwordRefusal(
  config: Config,
  typed: string,
  owner: { readonly email: string; readonly name: string },
): Promise<string | undefined> {
  const { breachedFile } = config.passwords
  const breached = breachedFile === undefined ? undefined : openBreached(breachedFile)
  try {
    const refused = await createPasswords(config, argon2Hasher, { breached }).refusal(typed, owner)
    return refused && (refused.message ?? errors[refused.refusal][1])
  } finally {
    breached?.close()
  }
}
