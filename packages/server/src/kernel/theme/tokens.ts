/** The colours of a scheme. Operators may replace each of them in `PAGES_CSS`; docs/guide/pages.md says what it is for. */
const light = {
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

const dark: typeof light = {
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
  readonly colours: typeof light
  /** What colours have to be told apart from. */
  readonly surfaces: readonly string[]
  /** Where to go for more contrast. */
  readonly away: string
}

const scheme = (colours: typeof light, away: string): Scheme => ({
  colours,
  surfaces: [colours.ground, colours.surface],
  away,
})

export const schemes = { light: scheme(light, '#000000'), dark: scheme(dark, '#ffffff') } as const
