/** What a spreadsheet would take for a formula, and calculate, if it came first. */
const FORMULA = /^[\s]*[=+\-@|%]|^[\t\r\n]/

function cellOf(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value)
  const harmless = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line of a table, as RFC 4180 has it. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** The first line. The mark before it tells a spreadsheet that this is UTF-8: without it Excel reads "Zoë" as something else. */
export const csvHead = (names: readonly string[]): string => `\u{feff}${csvLine(names)}`
