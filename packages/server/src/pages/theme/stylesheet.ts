import type { Deps } from '../../core/deps.ts'
import { readAsset } from '../../kernel/read-asset.ts'
import { accentIn } from '../../kernel/theme/accent.ts'
import { type Scheme, schemes } from '../../kernel/theme/tokens.ts'

type PageSettings = Deps['config']['pages']

/** In the order in which they are read: what comes later may rely on what came before. */
const SHEETS = ['base', 'frame', 'navigation', 'forms', 'buttons', 'panels', 'lists', 'tables', 'console', 'modes']

const FONT = `system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif`

/** One stylesheet for every page, in the operator's colours; the operator's own comes last. */
export const stylesheet = (settings: PageSettings, own: string): string =>
  [themeOf(settings), ...SHEETS.map((name) => readAsset(`css/${name}.css`).toString('utf8')), own].join('\n')

/** The properties that every stylesheet may rely on. */
export const themeOf = ({ accent, radius, font = FONT }: PageSettings): string =>
  `:root{color-scheme:light dark;--font:${font};--radius:${radius};${properties(accent, schemes.light)}}
@media (prefers-color-scheme:dark){:root{${properties(accent, schemes.dark)}}}`

const properties = (accent: string, scheme: Scheme): string =>
  Object.entries({ ...scheme.colours, ...accentIn(accent, scheme) })
    .map(([name, value]) => `--${name}:${value};`)
    .join('')
