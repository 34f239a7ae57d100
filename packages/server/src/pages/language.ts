import { catalogues, type Language } from './words/catalogues.ts'

/** The best of our languages for a browser's `Accept-Language`; English when it speaks none of them. */
export function languageOf(accepted: string): Language {
  const wishes = accepted.split(',').map((wish) => {
    const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';')
    const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined)
    return { language: tag.trim().split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) }
  })
  const best = wishes
    .filter(
      (wish): wish is { language: Language; quality: number } => Object.hasOwn(catalogues, wish.language) && wish.quality > 0,
    )
    .sort((a, b) => b.quality - a.quality)
  return best[0]?.language ?? 'en'
}
