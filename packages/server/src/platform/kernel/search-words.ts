import { domainToUnicode } from 'node:url'

const LENGTH = 100 // characters of a word
const COUNT = 30 // words of a name, and of an address
const TEXT_LENGTH = 400 // UTF-16 units of the longest name

/** Accents, joiners, direction marks and soft hyphens, which people type or leave out as they like. */
const UNHEARD = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Letters with a stroke or a ligature that Unicode does not decompose and foreign keyboards lack. */
const PLAIN: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ς: 'σ' }
const SPACE = /[\p{Z}\p{Cc}]+/u
const WORD = /[\p{L}\p{N}]+/gu
const BETWEEN = /[^\p{L}\p{N}]+/gu
const ENDS_OPEN = /[\p{L}\p{N}]$/u

/**
 * The words of an account, each with what follows it up to the next space: `Ada` and `ada.lov@example.com` give `ada `,
 * `lov@example com `, `example com ` and so on. All signs but `@` count as a space, so that `O'Brien` and `jean-luc` are found
 * however they are typed. Sorted, and no word is the beginning of another.
 */
export function wordsOf({ name, email }: { readonly name: string; readonly email: string }): readonly string[] {
  const all = [...tails([name]), ...tails(spellings(email))].sort()
  return all.filter((word, index) => !all[index + 1]?.startsWith(word))
}

/** Each beginning has to fit a word of the account. A sign at the end ends its word: `ada@` does not find `adam@`. */
export function beginningsOf(typed: string): readonly string[] {
  const all = piecesOf(typed).map(cut).sort()
  return all.filter((beginning, index) => !all[index + 1]?.startsWith(beginning))
}

/** To upper case and back turns `ß` into `ss` and a dotless `ı` into `i`; to lower case first because of the capital `ẞ`. */
function fold(text: string): string {
  const bare = text.slice(0, TEXT_LENGTH).normalize('NFKD').replace(UNHEARD, '')
  const folded = bare.toLowerCase().toUpperCase().toLowerCase()
  return folded.replace(/[^\0-\x7f]/gu, (letter) => PLAIN[letter] ?? letter)
}

/** An address with a domain in another script is stored in its ASCII form, and typed in either. */
function spellings(email: string): readonly string[] {
  const [local, domain = ''] = email.split('@')
  return domain.includes('xn--') ? [email, `${local}@${domainToUnicode(domain)}`] : [email]
}

function tails(texts: readonly string[]): readonly string[] {
  const all = new Set<string>()
  for (const piece of texts.flatMap(piecesOf)) {
    const whole = ENDS_OPEN.test(piece) ? `${piece} ` : piece
    for (const { index } of piece.matchAll(WORD)) {
      if (all.size === COUNT) return [...all]
      all.add(cut(whole.slice(index)))
    }
  }
  return [...all]
}

const piecesOf = (text: string): readonly string[] =>
  fold(text)
    .split(SPACE)
    .map((piece) => piece.replace(BETWEEN, (signs) => (signs.includes('@') ? '@' : ' ')).replace(/^[ @]/, ''))
    .filter((piece) => piece !== '')

const cut = (text: string): string => [...text.slice(0, 2 * LENGTH)].slice(0, LENGTH).join('')
