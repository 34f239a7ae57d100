const LETTER = String.raw`[\p{L}\p{N}]`
const SIGN = String.raw`[^\p{L}\p{N}\s]`
const SIGN_BUT_AT = String.raw`[^\p{L}\p{N}\s@]`

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()

/**
 * Whether a search should find somebody, worked out by other means than the service does: each piece that was typed,
 * as a pattern over name and address, at the beginning of a word.
 */
export function shouldFind(typed: string, { name, email }: { readonly name: string; readonly email: string }): boolean {
  const text = `${plain(name)} ${plain(email)} `
  const patterns = plain(typed)
    .split(/[\s\p{Cc}]+/u)
    .map((piece) => piece.replace(new RegExp(`^${SIGN}+`, 'u'), ''))
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece.replace(new RegExp(`${SIGN}+$|${SIGN}+`, 'gu'), (signs, at) => between(signs, at + signs.length === piece.length)),
    )
  return patterns.length > 0 && patterns.every((pattern) => new RegExp(`(?<!${LETTER})${pattern}`, 'u').test(text))
}

function between(signs: string, isLast: boolean): string {
  if (signs.includes('@')) return `${SIGN}*@${isLast ? '' : `${SIGN}*`}`
  return isLast ? String.raw`(?=${SIGN_BUT_AT}|\s)` : `${SIGN_BUT_AT}+`
}
