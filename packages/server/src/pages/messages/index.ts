import { en, type Messages } from './en.ts'

/** Every language that the pages speak. */
export const catalogues = { en } satisfies Record<string, Messages>
