/** Linear light, each part from 0 to 1. */
type Light = readonly [number, number, number]

const toLight = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const fromLight = (part: number): number => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

function lightOf(colour: string): Light {
  const part = (at: number) => toLight(Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  return [part(1), part(3), part(5)]
}

function written(light: Light): string {
  const hex = (part: number) =>
    Math.round(Math.min(1, Math.max(0, fromLight(part))) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${light.map(hex).join('')}`
}

const luminance = (colour: string): number => {
  const [r, g, b] = lightOf(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** From 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** The distance from grey: 0 for a grey, about 0.3 for the strongest colour (OKLab). */
export function chroma(colour: string): number {
  const [, a = 0, b = 0] = toOklab(lightOf(colour))
  return Math.hypot(a, b)
}

/** Mixed in OKLab, so that the steps look even. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [toOklab(lightOf(from)), toOklab(lightOf(to))]
  return written(fromOklab([0, 1, 2].map((at) => (a[at] ?? 0) * (1 - share) + (b[at] ?? 0) * share)))
}

// Björn Ottosson, A perceptual color space for image processing.
function toOklab([r, g, b]: Light): readonly number[] {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness = 0, a = 0, b = 0]: readonly number[]): Light {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
