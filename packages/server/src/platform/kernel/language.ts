export const DEFAULT_LANGUAGE = 'en'

/** No browser sends a longer list, and parsing a long header would cost time. */
const LONGEST = 1000

/** Undefined where `Accept-Language` names none of the known languages, or just any (`*`). */
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

/** The first tag of an `Accept-Language` with this language and a country, such as `en-GB`. */
export function localeIn(accepted: string, language: string): string | undefined {
  const tags = accepted.slice(0, LONGEST).split(',')
  const found = tags
    .map((wish) => wish.split(';')[0]?.trim() ?? '')
    .find((tag) => /^([a-z]{2,3})-[a-z]{2}$/i.exec(tag)?.[1]?.toLowerCase() === language)
  return found && Intl.DateTimeFormat.supportedLocalesOf(found)[0]
}
