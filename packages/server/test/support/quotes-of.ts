/** Each block of code in a guide that follows the name of a file, which counts until the next one is named. */
export function* quotesOf(guide: string) {
  let source: string | undefined
  for (const [, named, code] of guide.matchAll(/\[(examples\/[^\]]+)\]|^```(?:nginx|html|jsx?|python|sh)\n([\s\S]*?)^```$/gm)) {
    if (named !== undefined) source = named
    else if (source !== undefined && code !== undefined) yield { source, code }
  }
}
