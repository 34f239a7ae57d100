/** Numbers and short names, which decide what it costs to compare a password. */
export type Parameters = Readonly<Record<string, string>>

/** NaN for what is no plain number, which is within no bounds. */
export const numberOf = (parameters: Parameters, name: string): number =>
  /^(0|[1-9]\d{0,9})$/.test(parameters[name] ?? '') ? Number(parameters[name]) : Number.NaN
