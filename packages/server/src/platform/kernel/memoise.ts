/** What is longer is not kept: it would be no address and no token. */
const LONGEST = 100

/** A function of a text that keeps its latest answers. The eldest goes first, so no client can fill the memory with texts. */
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
