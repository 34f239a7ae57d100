import type { ErrorRows } from '../../platform/kernel/errors.ts'

// biome-ignore format: a table is read by its rows
export const passkeysErrors = {
  passkey_required: [400, 'This account has no passkey.', 'Add one first.'],
  passkey_limit: [400, 'This account has as many passkeys as it can.', 'Remove one first.'],
  passkey_invalid: [400, 'This passkey could not be used. Please try again.', 'Begin again: it took too long, was answered before, or in another browser or page.'],
  passkey_exists: [409, 'This passkey is known already.', 'Nothing to do.'],
  passkey_not_found: [404, 'There is no such passkey.', 'It may have been removed already.'],
  passkey_unknown: [401, 'This passkey belongs to no account here.', 'It was removed, or the account was. Its owner can delete it in the password manager.'],
  passkey_refused: [401, 'This passkey was refused.', 'The answer does not fit the passkey as it is known.'],
} as const satisfies ErrorRows

type PasskeysErrors = typeof passkeysErrors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends PasskeysErrors {}
}
