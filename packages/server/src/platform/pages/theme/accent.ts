import { chroma, contrast, mix } from './colour.ts'
import type { Scheme } from './tokens.ts'

const STEPS = 50
/** Contrast that text needs, and that shapes need (WCAG 2.2, AA). */
const TEXT = 4.5
const SHAPE = 3
/** A grey that is barely visible looks like a disabled button, so a grey is stepped until it stands out. */
const GREY = 0.06
const PLAIN = 10
/** Rounding to whole bytes must not lose the contrast again. */
const MARGIN = 0.02

/** Steps the operator's colour away from the surfaces until it is visible: a yellow darkens on white. */
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

/** Called where white lacks contrast: whichever of black and white can be read better. */
const inkOn = (fill: string): string => (contrast('#ffffff', fill) > contrast('#000000', fill) ? '#ffffff' : '#000000')
