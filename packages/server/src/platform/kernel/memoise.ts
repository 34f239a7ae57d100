import { BoundedMap } from './bounded-map.ts'

/** Longer texts are neither addresses nor tokens, and are not kept. */
const LONGEST = 100

/** Keeps so many answers only, so that no client can fill the memory with texts. */
export function memoise<T>(size: number, answer: (text: string) => T): (text: string) => T {
  const kept = new BoundedMap<{ readonly value: T }>(size)
  return (text) => {
    const known = kept.get(text)
    if (known) return known.value
    const value = answer(text)
    if (text.length <= LONGEST) kept.set(text, { value })
    return value
  }
}
