/** UTF-8 alone: a byte that is none would become another character without a word. A mark of the byte order is left out. */
export const readUtf8 = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

/** A member that stands twice in one object, of which a parser takes the last without a word. The text is valid JSON. */
export function memberTwice(text: string): string | undefined {
  const open: Set<string>[] = []
  let last = '""'
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}:]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (token !== ':') last = token
    else {
      const name: string = JSON.parse(last)
      if (open.at(-1)?.has(name)) return name
      open.at(-1)?.add(name)
    }
  }
  return undefined
}
