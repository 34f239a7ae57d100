/** What a key may open of the administrators' routes. Each subject adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: the subjects fill it
export interface Scopes {}
export type Scope = keyof Scopes

/** Filled when the subjects are joined. */
export const SCOPES: Scope[] = []

export const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text)
