import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Deps } from '../core/deps.ts'
import type { Asset } from '../kernel/hosted-page.ts'
import { readAsset } from '../kernel/read-asset.ts'
import type { Looks } from './components/layout.tsx'

type PageSettings = Deps['config']['pages']

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
}

/** A file of the operator's that cannot be shown. */
export class LooksRefused extends Error {}

/** The files that pages load, and where each of them is. */
export interface LoadedLooks {
  readonly looks: Looks
  readonly assets: readonly Asset[]
}

/** In the operator's colours. */
export function loadLooks(settings: PageSettings): LoadedLooks {
  const own = settings.css === undefined ? '' : readOwn('PAGES_CSS', settings.css).toString('utf8')
  const css = [readAsset('page.css').toString('utf8'), themeOf(settings), own].join('\n')
  const stylesheet = asset('page.css', 'text/css; charset=utf-8', Buffer.from(css))
  const script = asset('page.js', 'text/javascript; charset=utf-8', readAsset('page.js'))
  const icon = asset('icon.svg', 'image/svg+xml', readAsset('icon.svg'))
  const logo = settings.logo === undefined ? undefined : logoOf(settings.logo)
  return {
    looks: { stylesheet: stylesheet.path, script: script.path, icon: icon.path, logo: logo?.path },
    assets: [stylesheet, script, icon, ...(logo ? [logo] : [])],
  }
}

/** As a proxy sees them that leads one path of its host to us. */
export const looksBelow = (path: `/${string}`, { stylesheet, script, icon, logo }: Looks): Looks => ({
  stylesheet: path + stylesheet,
  script: path + script,
  icon: path + icon,
  logo: logo && path + logo,
})

export const assetsBelow = (path: `/${string}`, { assets }: LoadedLooks): readonly Asset[] =>
  assets.map((one) => ({ ...one, path: `${path}${one.path}` }))

const asset = (name: string, type: string, content: Buffer): Asset => {
  const { name: stem, ext } = path.parse(name)
  return { path: `/assets/${stem}.${hash('sha256', content, 'hex').slice(0, 12)}${ext}`, type, content }
}

const themeOf = ({ accent, radius, font }: PageSettings): string =>
  `:root{--accent:${accent};--on-accent:${isLight(accent) ? '#111' : '#fff'};--radius:${radius};${font === undefined ? '' : `--font:${font};`}}`

/** Whether black is easier to read on a colour than white (WCAG 2.2, relative luminance). */
function isLight(colour: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179
}

function logoOf(file: string): Asset {
  const extension = path.extname(file).toLowerCase()
  const type = IMAGE_TYPES[extension]
  if (type === undefined) throw new LooksRefused(`PAGES_LOGO: must end in ${Object.keys(IMAGE_TYPES).join(', ')}`)
  return asset(`logo${extension}`, type, readOwn('PAGES_LOGO', file))
}

function readOwn(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new LooksRefused(`${setting}: cannot read ${file}`, { cause })
  }
}
