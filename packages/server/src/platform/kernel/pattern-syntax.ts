/** What a pattern is made of: only what can be matched without going back. */
export type PatternNode =
  | { readonly kind: 'character'; readonly takes: (character: string) => boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeated'; readonly part: PatternNode; readonly least: number; readonly most: number }

const MOST_REPEATED = 500
const MOST_NESTED = 20

/** Characters that stand for themselves only behind a backslash. */
const SYNTAX = '\\^$.*+?()[]{}|/-'
const CLASSES = 'dDwWsS'
const CONTROLS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' }

const one = (source: string): ((character: string) => boolean) => {
  const pattern = new RegExp(`^${source}$`, 'u')
  return (character) => pattern.test(character)
}

const itself = (character: string): PatternNode => ({ kind: 'character', takes: (taken) => taken === character })

/** Throws an error that says what is not taken. `^` and `$` may stand at the two ends, where they change nothing. */
export function parsePattern(source: string): PatternNode {
  const parser = new Parser(source)
  parser.skip('^')
  const root = parser.choice(0)
  parser.skip('$')
  parser.end()
  return root
}

class Parser {
  readonly #characters: readonly string[]
  #at = 0

  constructor(source: string) {
    this.#characters = [...source]
  }

  choice(depth: number): PatternNode {
    if (depth > MOST_NESTED) throw new Error('has groups that are too deep')
    const parts = [this.#sequence(depth)]
    while (this.skip('|')) parts.push(this.#sequence(depth))
    const [first] = parts
    return parts.length === 1 && first ? first : { kind: 'choice', parts }
  }

  skip(wanted: string): boolean {
    if (this.#peek() !== wanted) return false
    this.#at++
    return true
  }

  end(): void {
    const left = this.#peek()
    if (left !== undefined) throw new Error(left === ')' ? 'has a ) too many' : `has ${left} where it cannot stand`)
  }

  #peek(ahead = 0): string | undefined {
    return this.#characters[this.#at + ahead]
  }

  #take(): string {
    const character = this.#peek()
    if (character === undefined) throw new Error('ends too early')
    this.#at++
    return character
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = []
    for (;;) {
      const next = this.#peek()
      if (next === undefined || next === '|' || next === ')' || next === '$') return { kind: 'sequence', parts }
      parts.push(this.#repeated(this.#atom(depth)))
    }
  }

  #atom(depth: number): PatternNode {
    const character = this.#take()
    if (character === '(') return this.#group(depth)
    if (character === '[') return { kind: 'character', takes: one(this.#set()) }
    if (character === '.') return { kind: 'character', takes: () => true }
    if (character === '\\')
      return SYNTAX.includes(this.#peek() ?? ' ') ? itself(this.#take()) : { kind: 'character', takes: one(this.#escaped()) }
    if ('*+?{'.includes(character)) throw new Error(`has ${character} with nothing before it that could be repeated`)
    if ('^]}'.includes(character)) throw new Error(`has ${character} where it cannot stand: write \\${character}`)
    return itself(character)
  }

  #group(depth: number): PatternNode {
    if (this.skip('?') && !this.skip(':'))
      throw new Error('looks ahead or behind, or names a group: only (…) and (?:…) take linear time')
    const group = this.choice(depth + 1)
    if (!this.skip(')')) throw new Error('has a ( that is not closed')
    return group
  }

  #repeated(part: PatternNode): PatternNode {
    const bounds = this.#bounds()
    if (!bounds) return part
    this.skip('?') // whether few or many are preferred does not matter to whether all of it matches
    if ('*+?{'.includes(this.#peek() ?? ' ')) throw new Error('repeats what is repeated: put a group around it')
    return { kind: 'repeated', part, ...bounds }
  }

  #bounds(): { readonly least: number; readonly most: number } | undefined {
    if (this.skip('*')) return { least: 0, most: Number.POSITIVE_INFINITY }
    if (this.skip('+')) return { least: 1, most: Number.POSITIVE_INFINITY }
    if (this.skip('?')) return { least: 0, most: 1 }
    if (!this.skip('{')) return undefined
    let text = ''
    while (this.#peek() !== '}') text += this.#take()
    this.#at++
    const [, least, comma, most] = /^(\d{1,4})(,?)(\d{0,4})$/.exec(text) ?? []
    if (least === undefined) throw new Error(`has {${text}}, which is no number of times`)
    const from = Number(least)
    const to = comma === '' ? from : most === '' ? Number.POSITIVE_INFINITY : Number(most)
    if (to < from || from > MOST_REPEATED || (to !== Number.POSITIVE_INFINITY && to > MOST_REPEATED))
      throw new Error(`has {${text}}: a number of times is at most ${MOST_REPEATED}, the smaller one first`)
    return { least: from, most: to }
  }

  /** The source of what stands behind a backslash. */
  #escaped(): string {
    const character = this.#take()
    if (CLASSES.includes(character) || character in CONTROLS) return `\\${character}`
    if (character === 'p' || character === 'P') return this.#property(character)
    if (/[1-9k]/.test(character)) throw new Error('refers back to a group, which does not take linear time')
    if (SYNTAX.includes(character)) return `\\${character}`
    throw new Error(`has \\${character}, which means nothing here`)
  }

  #property(letter: string): string {
    let name = ''
    if (!this.skip('{')) throw new Error(`has \\${letter} without a property such as {L}`)
    while (this.#peek() !== '}') name += this.#take()
    this.#at++
    const source = `\\${letter}{${name}}`
    if (!/^[A-Za-z_=]+$/.test(name) || !isUnderstood(source)) throw new Error(`has ${source}, which is no property of characters`)
    return source
  }

  /** The source of a set, up to its closing bracket. */
  #set(): string {
    let source = this.skip('^') ? '[^' : '['
    while (this.#peek() !== ']') {
      const character = this.#take()
      if (character === '\\') source += this.#escaped()
      else source += '[&'.includes(character) || character === '^' ? `\\u{${character.codePointAt(0)?.toString(16)}}` : character
    }
    this.#at++
    source += ']'
    if (source.length < 3 || !isUnderstood(source)) throw new Error('has a set of characters that means nothing')
    return source
  }
}

function isUnderstood(source: string): boolean {
  try {
    return one(source) !== undefined
  } catch {
    return false
  }
}
