import { de } from './de.ts'
import { en, type Messages } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

/** Every language that the pages speak. */
export const catalogues = { en, de, fr, es } satisfies Record<string, Messages>
