import { type PatternNode, parsePattern } from './pattern-syntax.ts'

/**
 * A regular expression that takes time in proportion to the text, whatever the two are: it keeps a set of states and never goes back, as
 * Thompson's construction does (https://swtch.com/~rsc/regexp/regexp1.html). The whole text has to match.
 */
export class LinearPattern {
  readonly source: string
  readonly #states: readonly State[]
  readonly #longest: number
  readonly #recent = new Map<string, boolean>()

  constructor(source: string) {
    this.source = source
    const root = parsePattern(source)
    this.#longest = longestOf(root)
    this.#states = statesOf(root)
    if (this.#states.length > MOST_STATES) throw new Error('is too long: repetitions with a number count as often as they repeat')
  }

  /** The longest text that is answered within some ten milliseconds. */
  get longestText(): number {
    const most = Math.floor(MOST_STEPS / this.#states.length)
    return this.#longest <= most ? Number.POSITIVE_INFINITY : most
  }

  /** A value is asked about several times on its way in and out, so the last answers are kept. */
  matches(text: string): boolean {
    const known = this.#recent.get(text)
    if (known !== undefined) return known
    const found = this.#run(text)
    const [oldest] = this.#recent.keys()
    if (oldest !== undefined && this.#recent.size >= MOST_RECENT) this.#recent.delete(oldest)
    this.#recent.set(text, found)
    return found
  }

  #run(text: string): boolean {
    const mark = new Uint32Array(this.#states.length)
    let round = 1
    let current: number[] = []
    this.#enter(0, current, mark, round)
    for (const character of text) {
      round++
      const next: number[] = []
      for (const at of current) {
        const state = this.#states[at]
        if (state?.takes?.(character)) this.#enter(at + 1, next, mark, round)
      }
      if (next.length === 0) return false
      current = next
    }
    return current.includes(this.#states.length - 1)
  }

  /** Follows what takes no character. Each state is entered once in a round. */
  #enter(start: number, into: number[], mark: Uint32Array, round: number): void {
    const open = [start]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (mark[at] === round) continue
      mark[at] = round
      const onward = this.#states[at]?.onward
      if (onward) open.push(...onward)
      else into.push(at)
    }
  }
}

const MOST_STATES = 500
/** States that are entered, each of them once for a character. */
const MOST_STEPS = 600_000
const MOST_RECENT = 8

/** How many characters a text can have that matches: behind these no state is left, and the rest is not looked at. */
function longestOf(node: PatternNode): number {
  if (node.kind === 'character') return 1
  if (node.kind === 'repeated') return longestOf(node.part) * node.most || 0 // nothing, repeated without end, is no number
  const lengths = node.parts.map(longestOf)
  return node.kind === 'choice' ? Math.max(...lengths) : lengths.reduce((sum, one) => sum + one, 0)
}

/** Takes a character and goes on to the next state, or goes on to some without one. The last state does neither: it is the end. */
interface State {
  readonly takes?: (character: string) => boolean
  readonly onward?: readonly number[]
}

function statesOf(root: PatternNode): readonly State[] {
  const states: State[] = []
  const add = (node: PatternNode): void => {
    if (states.length > MOST_STATES) return
    if (node.kind === 'character') states.push({ takes: node.takes })
    else if (node.kind === 'repeated') addRepeated(node)
    else if (node.kind === 'choice') addChoice(node.parts)
    else for (const part of node.parts) add(part)
  }
  const hole = (): number => states.push({}) - 1

  const addChoice = (parts: readonly PatternNode[]): void => {
    const fork = hole()
    const starts: number[] = []
    const ends: number[] = []
    for (const part of parts) {
      starts.push(states.length)
      add(part)
      ends.push(hole())
    }
    states[fork] = { onward: starts }
    for (const end of ends) states[end] = { onward: [states.length] }
  }

  const addRepeated = ({ part, least, most }: Extract<PatternNode, { kind: 'repeated' }>): void => {
    for (let times = 0; times < least; times++) add(part)
    if (most === Number.POSITIVE_INFINITY) {
      const fork = hole()
      add(part)
      const back = hole()
      states[fork] = { onward: [fork + 1, states.length] }
      states[back] = { onward: [fork] }
      return
    }
    const forks: number[] = []
    for (let times = least; times < most && states.length <= MOST_STATES; times++) {
      forks.push(hole())
      add(part)
    }
    for (const fork of forks) states[fork] = { onward: [fork + 1, states.length] }
  }

  add(root)
  states.push({})
  return states
}
