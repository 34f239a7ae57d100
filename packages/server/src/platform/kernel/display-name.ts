/** Controls, line separators, bidirectional overrides and lone surrogates: never a name, and trouble in mail, logs and SQL. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
/** At least one character that leaves ink: a name made of zero-width characters alone is blank to its readers. */
const VISIBLE = /[^\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Undefined when the name is blank, invisible, longer than 200 characters or has control characters. */
export const displayName = (typed: string): string | undefined => visibleLine(typed, 200)

export function visibleLine(typed: string, maxLength: number): string | undefined {
  const line = typed.trim()
  return VISIBLE.test(line) && !FORBIDDEN.test(line) && [...line].length <= maxLength ? line : undefined
}
