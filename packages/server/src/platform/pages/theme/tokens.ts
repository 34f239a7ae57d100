/** What each property of `:root` is for. Operators may replace all of them in `PAGES_CSS`. */
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

const light: Colours = {
  ground: '#f6f7f9',
  surface: '#ffffff',
  sunken: '#eff1f5',
  text: '#171a21',
  faint: '#5a6273',
  line: '#e1e4ea',
  edge: '#8a91a3',
  bad: '#b3261e',
  'bad-ground': '#fdf0ef',
  good: '#14683f',
  'good-ground': '#eaf7f0',
}

const dark: Colours = {
  ground: '#101217',
  surface: '#181b21',
  sunken: '#22262e',
  text: '#eceef2',
  faint: '#a5acbb',
  line: '#2c313b',
  edge: '#747c8f',
  bad: '#ffb4a9',
  'bad-ground': '#3a1b18',
  good: '#86d6a7',
  'good-ground': '#12301f',
}

export interface Scheme {
  readonly colours: Colours
  /** What colours have to be told apart from. */
  readonly surfaces: readonly string[]
  /** Where to go for more contrast. */
  readonly away: string
}

const scheme = (colours: Colours, away: string): Scheme => ({
  colours,
  surfaces: [colours.ground, colours.surface],
  away,
})

export const schemes = { light: scheme(light, '#000000'), dark: scheme(dark, '#ffffff') } as const
