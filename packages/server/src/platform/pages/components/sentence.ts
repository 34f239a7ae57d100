import type { ComponentChildren } from 'preact'

/** Stands for the value; no catalogue contains this character. */
const GAP = '\u{fffc}'

/** Each language puts the element where it belongs in its sentence. */
export function sentence(words: (value: string) => string, value: ComponentChildren): ComponentChildren[] {
  const [before = '', after = ''] = words(GAP).split(GAP)
  return [before, value, after]
}
