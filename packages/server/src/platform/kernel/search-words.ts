import { domainToUnicode } from 'node:url'

/** Characters of a word that are kept and compared. */
const LENGTH = 100
/** Words that are kept of a name, and of an address. */
const COUNT = 30
/** The longest name there is, in halves of characters. What else got into a table is cut here. */
const TEXT_LENGTH = 400

/** What is typed or left out as one likes: accents and points, joiners, marks of direction, soft hyphens. */
const UNHEARD = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Letters whose stroke or ligature Unicode does not take apart, and keyboards elsewhere do not have. */
const PLAIN: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
}
const SPACE = /[\p{Z}\p{Cc}]+/u
const WORD = /[\p{L}\p{N}]+/gu
const BETWEEN = /[^\p{L}\p{N}]+/gu
const ENDS_OPEN = /[\p{L}\p{N}]$/u

/**
 * Words of an account, each with what follows it up to the next space: `Ada` and `ada.lov@example.com` give `ada `,
 * `lov@example com `, `example com ` and so on. Between words of a piece one sign is like another, except for the one
 * that makes an address, so that `O'Brien` and `jean-luc` are found however they are typed. In order, and none of them
 * the beginning of another.
 */
export function wordsOf({ name, email }: { readonly name: string; readonly email: string }): readonly string[] {
  const all = [...tails([name]), ...tails(spellings(email))].sort()
  return all.filter((word, index) => !all[index + 1]?.startsWith(word))
}

/**
 * What the words of an account have to begin with, one each, for it to be found. Nothing at all when the text has no
 * letter and no digit in it. A sign at the end of a piece ends its word: `ada@` is no beginning of `adam@`.
 */
export function beginningsOf(typed: string): readonly string[] {
  const all = piecesOf(typed).map(cut).sort()
  return all.filter((beginning, index) => !all[index + 1]?.startsWith(beginning))
}

/**
 * One spelling for all that people take for the same. To upper case and back, because that is how `ß` becomes `ss` and
 * a dotless `ı` becomes `i`; to lower case first for the sake of the capital `ẞ`.
 */
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

/** What stands between spaces, from its first letter or digit on. */
const piecesOf = (text: string): readonly string[] =>
  fold(text)
    .split(SPACE)
    .map((piece) => piece.replace(BETWEEN, (signs) => (signs.includes('@') ? '@' : ' ')).replace(/^[ @]/, ''))
    .filter((piece) => piece !== '')

const cut = (text: string): string => [...text.slice(0, 2 * LENGTH)].slice(0, LENGTH).join('')
