import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentIn } from './accent.ts'
import { chroma, contrast } from './colour.ts'
import { type Scheme, schemes, tokens } from './tokens.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((one) => `#${one.toString(16).padStart(6, '0')}`)
const grey = fc.integer({ min: 0, max: 255 }).map((one) => `#${one.toString(16).padStart(2, '0').repeat(3)}`)
const known = ['#000000', '#ffffff', '#ffff00', '#ffd400', '#3552c8', '#808080', '#0000ff', '#00ff00', '#101217', '#f6f7f9']

describe.each(Object.entries(schemes))('an accent in %s', (_, scheme: Scheme) => {
  it('can be read as a link, seen as a ring and a button, and read on that button, whatever it is', () => {
    const isSeen = (accent: string) => {
      const { accent: fill, 'on-accent': ink, link, ring } = accentIn(accent, scheme)
      const least = (one: string) => Math.min(...scheme.surfaces.map((surface) => contrast(one, surface)))
      return least(link) >= 4.5 && least(ring) >= 3 && least(fill) >= 3 && contrast(ink, fill) >= 4.5
    }
    for (const accent of known) expect(isSeen(accent), accent).toBe(true)
    fc.assert(fc.property(colour, isSeen), { numRuns: 2000 })
  })

  it('is no grey that looks switched off, unless the operator has chosen that grey', () => {
    const standsOut = (accent: string) => {
      const { accent: fill } = accentIn(accent, scheme)
      return fill === accent || chroma(fill) >= 0.06 || scheme.surfaces.every((surface) => contrast(fill, surface) >= 10)
    }
    for (const accent of known) expect(standsOut(accent), accent).toBe(true)
    fc.assert(fc.property(grey, standsOut))
    fc.assert(fc.property(colour, standsOut), { numRuns: 500 })
  })

  it('can be told apart from the words around it, and they from what is behind them', () => {
    const { colours, surfaces } = scheme
    for (const surface of [...surfaces, colours.sunken])
      for (const name of ['text', 'faint'] as const) expect(contrast(colours[name], surface), name).toBeGreaterThanOrEqual(4.5)
    for (const tone of ['bad', 'good'] as const)
      for (const surface of [...surfaces, colours[`${tone}-ground`]])
        expect(contrast(colours[tone], surface), tone).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours.edge, colours.surface)).toBeGreaterThanOrEqual(3)
  })
})

it('leaves an accent as it is that can be seen', () => {
  expect(accentIn('#3552c8', schemes.light)).toMatchObject({ accent: '#3552c8', 'on-accent': '#ffffff', link: '#3552c8' })
})

it('is all that a theme has, each property with its meaning', () => {
  const { light } = schemes
  expect([...Object.keys(light.colours), ...Object.keys(accentIn('#3552c8', light)), 'radius', 'font'].sort()).toEqual(
    Object.keys(tokens).sort(),
  )
})
