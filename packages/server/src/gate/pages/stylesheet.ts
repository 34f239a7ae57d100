import { readAsset } from '../../platform/kernel/read-asset.ts'
import { accentIn } from '../../platform/pages/theme/accent.ts'
import { type Scheme, schemes } from '../../platform/pages/theme/tokens.ts'
import type { Deps } from '../deps.ts'

type PageSettings = Deps['config']['pages']

/** In the order in which they are read: what comes later may rely on what came before. */
const SHEETS = ['base', 'frame', 'navigation', 'forms', 'buttons', 'panels', 'lists', 'tables', 'console', 'modes']

const FONT = `system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif`

/** One stylesheet for every page, in the operator's colours; the operator's own comes last. */
export const stylesheet = (settings: PageSettings, own: string): string =>
  [themeOf(settings), ...SHEETS.map((name) => readAsset(`css/${name}.css`).toString('utf8')), own].join('\n')

/** Browsers make these 700, or bolder than what is around them; nothing of ours is heavier than this. */
const WEIGHTS = 'h1,h2,h3,h4,h5,h6,b,strong,th{font-weight:600}'

/** What every stylesheet may rely on: properties, and how heavy words are. */
export const themeOf = ({ accent, radius, font = FONT }: PageSettings): string =>
  `:root{color-scheme:light dark;--font:${font};--radius:${radius};${properties(accent, schemes.light)}}
@media (prefers-color-scheme:dark){:root{${properties(accent, schemes.dark)}}}
${WEIGHTS}`

const properties = (accent: string, scheme: Scheme): string =>
  Object.entries({ ...scheme.colours, ...accentIn(accent, scheme) })
    .map(([name, value]) => `--${name}:${value};`)
    .join('')
