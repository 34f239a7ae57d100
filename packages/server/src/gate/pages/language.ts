import { DEFAULT_LANGUAGE, languageIn } from '../../platform/kernel/language.ts'
import { catalogues, type Language } from '../../platform/pages/words/catalogues.ts'

const languages = Object.keys(catalogues) as Language[]

/** The best of our languages for a browser's `Accept-Language`; English when it speaks none of them. */
export const languageOf = (accepted: string): Language => languageIn(accepted, languages) ?? DEFAULT_LANGUAGE

/** The language that was chosen for the account, if there still is one like that; else what the browser asks for. */
export const pageLanguage = (accepted: string, chosen: string | undefined): Language =>
  languages.find((language) => language === chosen) ?? languageOf(accepted)
