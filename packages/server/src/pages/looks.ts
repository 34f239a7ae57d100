import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Deps } from '../core/deps.ts'
import { assetPath } from '../kernel/asset-path.ts'
import type { Asset } from '../kernel/hosted-page.ts'
import { readAsset } from '../kernel/read-asset.ts'
import type { Looks } from './components/layout.tsx'
import { stylesheet } from './theme/stylesheet.ts'

type PageSettings = Deps['config']['pages']

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
}

const ICON_TYPES: typeof IMAGE_TYPES = { '.svg': 'image/svg+xml', '.png': 'image/png', '.ico': 'image/x-icon' }

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
  const css = asset('page.css', 'text/css; charset=utf-8', Buffer.from(stylesheet(settings, own)))
  const script = asset('page.js', 'text/javascript; charset=utf-8', readAsset('page.js'))
  const icon =
    settings.icon === undefined
      ? asset('icon.svg', 'image/svg+xml', readAsset('icon.svg'))
      : imageOf('PAGES_ICON', 'icon', settings.icon, ICON_TYPES)
  const logo = settings.logo === undefined ? undefined : imageOf('PAGES_LOGO', 'logo', settings.logo)
  const darkLogo = settings.darkLogo === undefined ? undefined : imageOf('PAGES_LOGO_DARK', 'logo-dark', settings.darkLogo)
  return {
    looks: { stylesheet: css.path, script: script.path, icon: icon.path, logo: logo?.path, darkLogo: darkLogo?.path },
    assets: [css, script, icon, logo, darkLogo].filter((one) => one !== undefined),
  }
}

/** As a proxy sees them that leads one path of its host to us. */
export const looksBelow = (path: `/${string}`, { stylesheet, script, icon, logo, darkLogo }: Looks): Looks => ({
  stylesheet: path + stylesheet,
  script: path + script,
  icon: path + icon,
  logo: logo && path + logo,
  darkLogo: darkLogo && path + darkLogo,
})

export const assetsBelow = (path: `/${string}`, { assets }: LoadedLooks): readonly Asset[] =>
  assets.map((one) => ({ ...one, path: `${path}${one.path}` }))

const asset = (name: string, type: string, content: Buffer): Asset => ({ path: assetPath(name, content), type, content })

function imageOf(setting: string, name: string, file: string, types = IMAGE_TYPES): Asset {
  const extension = path.extname(file).toLowerCase()
  const type = types[extension]
  if (type === undefined) throw new LooksRefused(`${setting}: must end in ${Object.keys(types).join(', ')}`)
  return asset(`${name}${extension}`, type, readOwn(setting, file))
}

function readOwn(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new LooksRefused(`${setting}: cannot read ${file}`, { cause })
  }
}
