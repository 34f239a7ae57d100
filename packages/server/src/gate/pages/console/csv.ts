/** What a spreadsheet would calculate as a formula (CSV injection); some read signs of full width as the usual ones. */
const FORMULA = /^[\s]*[=+\-@|%＝＋－＠｜％]|^[\t\r\n]/

function cellOf(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value)
  const harmless = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** RFC 4180. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** Without the byte order mark, Excel does not read the file as UTF-8. */
export const csvHead = (names: readonly string[]): string => `\u{feff}${csvLine(names)}`
