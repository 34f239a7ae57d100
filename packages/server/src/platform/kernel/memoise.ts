/** Longer texts are neither addresses nor tokens, and are not kept. */
const LONGEST = 100

/** Keeps the latest answers only, so that no client can fill the memory with texts. */
export function memoise<T>(size: number, answer: (text: string) => T): (text: string) => T {
  const kept = new Map<string, { readonly value: T }>()
  return (text) => {
    const known = kept.get(text)
    if (known) return known.value
    if (text.length > LONGEST) return answer(text)
    const [eldest] = kept.keys()
    if (eldest !== undefined && kept.size >= size) kept.delete(eldest)
    const value = answer(text)
    kept.set(text, { value })
    return value
  }
}
