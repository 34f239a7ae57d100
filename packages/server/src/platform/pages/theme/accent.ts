import { chroma, contrast, mix } from './colour.ts'
import type { Scheme } from './tokens.ts'

const STEPS = 50
/** Text wants this much contrast with what is behind it, and everything else that has to be seen this much (WCAG 2.2, AA). */
const TEXT = 4.5
const SHAPE = 3
/** A grey that can merely be seen looks like a button that is switched off: where it had to be stepped, it goes on until it stands out. */
const GREY = 0.06
const PLAIN = 10
/** Rounding to whole bytes must not lose what was won. */
const MARGIN = 0.02

/**
 * The operator's colour for one scheme: as it is wherever it can be seen, else stepped away from the surfaces until it can. So a
 * yellow darkens on white, and a black brightens at night.
 */
export function accentIn(accent: string, { surfaces, away }: Pick<Scheme, 'surfaces' | 'away'>) {
  const step = (least: number): string => {
    const reaches = (colour: string) => surfaces.every((surface) => contrast(colour, surface) >= least + MARGIN)
    for (let at = 0; at < STEPS; at++) {
      const colour = mix(accent, away, at / STEPS)
      if (reaches(colour)) return colour
    }
    return away
  }
  const seen = step(SHAPE)
  const fill = seen !== accent && chroma(seen) < GREY ? step(PLAIN) : seen
  return { accent: fill, 'on-accent': contrast('#ffffff', fill) >= TEXT ? '#ffffff' : inkOn(fill), link: step(TEXT), ring: fill }
}

/** White where it can be read, because people expect it on a button; else whichever of both can be read better. */
const inkOn = (fill: string): string => (contrast('#ffffff', fill) > contrast('#000000', fill) ? '#ffffff' : '#000000')
