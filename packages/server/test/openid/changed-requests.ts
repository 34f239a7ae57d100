/** A request as pairs, because what comes twice is a case of its own. */
export type Pairs = readonly (readonly [name: string, value: string])[]

export interface Change {
  /** Which parameter it is about: of two changes to one parameter only the last would be there. */
  readonly to: string
  readonly name: string
  readonly change: (pairs: Pairs) => Pairs
}

const others = (pairs: Pairs, name: string): Pairs => pairs.filter(([one]) => one !== name)

export const set = (to: string, value: string): Change => ({
  to,
  name: `${to}=${value.length > 40 ? `${value.slice(0, 40)}…` : value}`,
  change: (pairs) => [...others(pairs, to), [to, value]],
})

export const without = (to: string): Change => ({ to, name: `no ${to}`, change: (pairs) => others(pairs, to) })

export const twice = (to: string, other?: string): Change => ({
  to,
  name: `${to} twice${other === undefined ? '' : ', differing'}`,
  change: (pairs) => {
    const value = pairs.find(([one]) => one === to)?.[1] ?? 'x'
    return [...others(pairs, to), [to, value], [to, other ?? value]]
  },
})

export const each = (to: string, values: readonly string[]): readonly Change[] => values.map((value) => set(to, value))

/** What one could get wrong about any parameter. */
export const usual = (to: string): readonly Change[] => [without(to), set(to, ''), twice(to), twice(to, 'other')]

export const applied = (pairs: Pairs, changes: readonly Change[]): Pairs =>
  changes.reduce((before, { change }) => change(before), pairs)

export const nameOf = (changes: readonly Change[]): string => changes.map(({ name }) => name).join(' and ') || 'nothing wrong'
