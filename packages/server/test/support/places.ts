/** Every place in a value, by the steps that lead there. */
export function placesIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [[], ...Object.entries(value).flatMap(([key, one]) => placesIn(one).map((rest) => [key, ...rest]))]
}

/** The same value with something else in one place. */
export function changed(value: unknown, [step, ...rest]: readonly string[], to: unknown): unknown {
  if (step === undefined) return to
  if (Array.isArray(value)) return value.map((one, at) => (String(at) === step ? changed(one, rest, to) : one))
  const row = value as Record<string, unknown>
  return { ...row, [step]: changed(row[step], rest, to) }
}
