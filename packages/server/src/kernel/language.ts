/** The language of pages and mails where no other one was asked for. */
export const DEFAULT_LANGUAGE = 'en'

/** The list of a browser is shorter than this, and the rest of a long header is not worth the time. */
const LONGEST = 1000

/** The best of these languages for an `Accept-Language`; undefined where it names none of them, or just any (`*`). */
export function languageIn<Known extends string>(accepted: string, known: readonly Known[]): Known | undefined {
  const wishes = accepted
    .slice(0, LONGEST)
    .split(',')
    .flatMap((wish) => {
      const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';')
      const quality = Number(parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined) ?? 1)
      const language = known.find((one) => one === tag.trim().split('-')[0])
      return language !== undefined && quality > 0 ? [{ language, quality }] : []
    })
  return wishes.sort((a, b) => b.quality - a.quality)[0]?.language
}
