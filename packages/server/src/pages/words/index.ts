import { de } from './de/index.ts'
import { en, type Messages } from './en/index.ts'
import { es } from './es/index.ts'
import { fr } from './fr/index.ts'

/** Every language that the pages speak. */
export const catalogues = { en, de, fr, es } satisfies Record<string, Messages>
