import { DEFAULT_LANGUAGE, languageIn } from '../../platform/kernel/language.ts'
import { catalogues, type Language } from '../../platform/pages/words/catalogues.ts'

const languages = Object.keys(catalogues) as Language[]

export const languageOf = (accepted: string): Language => languageIn(accepted, languages) ?? DEFAULT_LANGUAGE

/** A chosen language that no longer exists is ignored. */
export const pageLanguage = (accepted: string, chosen: string | undefined): Language =>
  languages.find((language) => language === chosen) ?? languageOf(accepted)
