/** The properties of `:root`, for the documentation. Operators may replace all of them in `PAGES_CSS`. */
export const tokens = {
  ground: 'Behind everything.',
  surface: 'Cards, panels, tables and fields.',
  sunken: 'What is chosen or pointed at; tags.',
  text: 'Words.',
  faint: 'Words that explain others.',
  line: 'Between things.',
  edge: 'Around fields.',
  bad: 'What went wrong, and what is lost for good.',
  'bad-ground': 'Behind it.',
  good: 'What was done, and what is well.',
  'good-ground': 'Behind it.',
  accent:
    'The button to press: `PAGES_ACCENT`, stepped until it has 3:1 with `ground` and `surface`, and a grey until it reads as a button.',
  'on-accent': 'The words on it, with 4.5:1.',
  link: 'Links: the same, stepped until they have 4.5:1.',
  ring: 'Around what has the focus, with 3:1.',
  radius: 'How round corners are: `PAGES_RADIUS`.',
  font: 'All words: `PAGES_FONT`.',
} as const

type Colour = Exclude<keyof typeof tokens, 'accent' | 'on-accent' | 'link' | 'ring' | 'radius' | 'font'>
type Colours = Readonly<Record<Colour, string>>

const palette: Readonly<Record<Colour, readonly [light: string, dark: string]>> = {
  ground: ['#f6f7f9', '#101217'],
  surface: ['#ffffff', '#181b21'],
  sunken: ['#eff1f5', '#22262e'],
  text: ['#171a21', '#eceef2'],
  faint: ['#5a6273', '#a5acbb'],
  line: ['#e1e4ea', '#2c313b'],
  edge: ['#8a91a3', '#747c8f'],
  bad: ['#b3261e', '#ffb4a9'],
  'bad-ground': ['#fdf0ef', '#3a1b18'],
  good: ['#14683f', '#86d6a7'],
  'good-ground': ['#eaf7f0', '#12301f'],
}

/** Colours need contrast with the surfaces, and gain it by going in the direction of `away`. */
export type Scheme = { readonly colours: Colours; readonly surfaces: readonly string[]; readonly away: string }

function scheme(at: 0 | 1, away: string): Scheme {
  const colours = Object.fromEntries(Object.entries(palette).map(([name, pair]) => [name, pair[at]])) as Colours
  return { colours, surfaces: [colours.ground, colours.surface], away }
}

export const schemes = { light: scheme(0, '#000000'), dark: scheme(1, '#ffffff') } as const
