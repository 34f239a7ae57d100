import { readAsset } from '../../platform/kernel/read-asset.ts'
import { accentIn } from '../../platform/pages/theme/accent.ts'
import { type Scheme, schemes } from '../../platform/pages/theme/tokens.ts'
import type { Deps } from '../deps.ts'

type PageSettings = Deps['config']['pages']

/** The order matters: later sheets may override earlier ones. */
const SHEETS = ['base', 'frame', 'navigation', 'forms', 'buttons', 'panels', 'lists', 'tables', 'console', 'modes']

const FONT = `system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif`

/** The operator's own stylesheet comes last, so that it overrides ours. */
export const stylesheet = (settings: PageSettings, own: string): string =>
  [themeOf(settings), ...SHEETS.map((name) => readAsset(`css/${name}.css`).toString('utf8')), own].join('\n')

/** Browsers make these elements 700, or bolder than what is around them. */
const WEIGHTS = 'h1,h2,h3,h4,h5,h6,b,strong,th{font-weight:600}'

export const themeOf = ({ accent, radius, font = FONT }: PageSettings): string =>
  `:root{color-scheme:light dark;--font:${font};--radius:${radius};${properties(accent, schemes.light)}}
@media (prefers-color-scheme:dark){:root{${properties(accent, schemes.dark)}}}
${WEIGHTS}`

const properties = (accent: string, scheme: Scheme): string =>
  Object.entries({ ...scheme.colours, ...accentIn(accent, scheme) })
    .map(([name, value]) => `--${name}:${value};`)
    .join('')
