import type { Profile, Raw, Setting } from './kinds.ts'

export type RawSetting = { readonly name: string } & ({ readonly raw: Raw } | { readonly problem: string })

export function readSetting<Value>(
  setting: Setting<Value>,
  given: RawSetting | undefined,
  profile: Profile,
): { value: Value } | { problems: readonly string[] } {
  if (!given) return { value: setting.fallback(profile) }
  const result = 'problem' in given ? given : setting.parse(given.raw)
  if ('value' in result) return result
  const problems = 'problem' in result ? [result.problem] : result.problems
  return { problems: problems.map((problem) => `${given.name}: ${problem}`) }
}
