import type { Profile, Raw, Setting } from './kinds.ts'

/** A value, or why it could not even be looked at, and the name under which the operator gave it. */
export type Given = { readonly name: string } & ({ readonly raw: Raw } | { readonly problem: string })

/** What was given for a setting, or its default; a problem is a whole line, under the name that was typed. */
export function readSetting<Value>(
  setting: Setting<Value>,
  given: Given | undefined,
  profile: Profile,
): { value: Value } | { problem: string } {
  if (!given) return { value: setting.fallback(profile) }
  const result = 'problem' in given ? given : setting.parse(given.raw)
  return 'problem' in result ? { problem: `${given.name}: ${result.problem}` } : result
}
