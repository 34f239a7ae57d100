import type { ComponentChildren } from 'preact'

/** Stands where the value goes; no catalogue has it. */
const GAP = '\u{fffc}'

/** A sentence of the catalogue with an element in it, wherever the language puts it. */
export function sentence(words: (value: string) => string, value: ComponentChildren): ComponentChildren[] {
  const [before = '', after = ''] = words(GAP).split(GAP)
  return [before, value, after]
}
