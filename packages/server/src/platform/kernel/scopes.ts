/** What a key, or an administrator who is limited, may do of the administrators' routes. Each subject adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: the subjects fill it
export interface Scopes {}
export type Scope = keyof Scopes

/** Sets of scopes for administrators with a usual job: those who help users, and those who only look on. */
export const PRESETS = ['support', 'auditor'] as const
export type Preset = (typeof PRESETS)[number]

/** Each scope says which presets have it, so that a scope of a later subject joins them. */
export type ScopeRows = Readonly<Record<string, ScopeRow>>

interface ScopeRow {
  readonly presets: readonly Preset[]
  /** Opens what no key may do: none can be made with it. */
  readonly isForPeople?: true
}

/** Filled when the subjects are joined. */
export const SCOPES: Scope[] = []
/** Those that a key can have. */
export const KEY_SCOPES: Scope[] = []
const presetsOf = new Map<string, readonly Preset[]>()

export function joinScopes(rows: ScopeRows): void {
  for (const [scope, { presets, isForPeople }] of Object.entries(rows)) {
    SCOPES.push(scope as Scope)
    if (!isForPeople) KEY_SCOPES.push(scope as Scope)
    presetsOf.set(scope, presets)
  }
}

export const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text)
export const isPreset = (text: string): text is Preset => PRESETS.some((preset) => preset === text)

export const scopesIn = (preset: Preset): readonly Scope[] => SCOPES.filter((scope) => presetsOf.get(scope)?.includes(preset))
