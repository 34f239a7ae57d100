import type { Profile, Raw, Setting } from './kinds.ts'

export type RawSetting = { readonly name: string } & ({ readonly raw: Raw } | { readonly problem: string })

export function readSetting<Value>(
  setting: Setting<Value>,
  given: RawSetting | undefined,
  profile: Profile,
): { value: Value } | { problem: string } {
  if (!given) return { value: setting.fallback(profile) }
  const result = 'problem' in given ? given : setting.parse(given.raw)
  return 'problem' in result ? { problem: `${given.name}: ${result.problem}` } : result
}
