import type { Asset } from '../../platform/kernel/hosted-page.ts'
import type { OwnPath } from '../../platform/kernel/own-path.ts'
import { readAsset } from '../../platform/kernel/read-asset.ts'
import { accentIn } from '../../platform/pages/theme/accent.ts'
import { asset, ICON_TYPES, imageOf, readOwn } from '../../platform/pages/theme/image-asset.ts'
import { schemes } from '../../platform/pages/theme/tokens.ts'
import type { Deps } from '../deps.ts'
import { pagePaths } from '../page-paths.ts'
import type { Looks } from './layout.tsx'
import { stylesheet } from './stylesheet.ts'

export type LoadedLooks = { readonly looks: Looks; readonly assets: readonly Asset[] }

export function loadLooks({ pages }: Pick<Deps['config'], 'pages'>, more: readonly Asset[] = []): LoadedLooks {
  const own = pages.css === undefined ? '' : readOwn('PAGES_CSS', pages.css).toString('utf8')
  const css = asset('page.css', 'text/css; charset=utf-8', Buffer.from(stylesheet(pages, own)))
  const script = asset('page.js', 'text/javascript; charset=utf-8', readAsset('page.js'))
  const passkeyScript = asset('passkey.js', 'text/javascript; charset=utf-8', readAsset('passkey.js'))
  const proofScript = asset('proof.js', 'text/javascript; charset=utf-8', readAsset('proof.js'))
  const icon =
    pages.icon === undefined
      ? asset('icon.svg', 'image/svg+xml', Buffer.from(markIn(pages.accent)))
      : imageOf('PAGES_ICON', 'icon', pages.icon, ICON_TYPES)
  const mark =
    pages.mark === undefined
      ? asset('mark.svg', 'image/svg+xml', Buffer.from(markIn(pages.accent)))
      : imageOf('BRAND_LOGO', 'mark', pages.mark)
  const logo = pages.logo === undefined ? undefined : imageOf('PAGES_LOGO', 'logo', pages.logo)
  const darkLogo = pages.darkLogo === undefined ? undefined : imageOf('PAGES_LOGO_DARK', 'logo-dark', pages.darkLogo)
  return {
    looks: {
      home: pagePaths.home,
      stylesheet: css.path,
      script: script.path,
      passkeyScript: passkeyScript.path,
      proofScript: proofScript.path,
      icon: icon.path,
      mark: mark.path,
      logo: logo?.path,
      darkLogo: darkLogo?.path,
    },
    assets: [css, script, passkeyScript, proofScript, icon, mark, logo, darkLogo, ...more].filter((one) => one !== undefined),
  }
}

/** Our own mark in the colours of a button, in either scheme, so that it belongs to the page of any operator. */
function markIn(accent: string): string {
  const fills = ({ accent: ground, 'on-accent': ink }: ReturnType<typeof accentIn>) => `.ground{fill:${ground}}.ink{fill:${ink}}`
  const [light, dark] = [fills(accentIn(accent, schemes.light)), fills(accentIn(accent, schemes.dark))]
  const style = `<style>${light}@media (prefers-color-scheme:dark){${dark}}</style>`
  return readAsset('icon.svg').toString('utf8').replace('<rect', `${style}<rect`)
}

/** For a proxy that forwards one path of its host to us, and has an application at the root. */
export const looksBelow = (
  path: OwnPath,
  { stylesheet, script, passkeyScript, proofScript, icon, mark, logo, darkLogo }: Looks,
): Looks => ({
  home: '/',
  stylesheet: below(path, stylesheet),
  script: below(path, script),
  passkeyScript: below(path, passkeyScript),
  proofScript: below(path, proofScript),
  icon: below(path, icon),
  mark: below(path, mark),
  logo: logo && below(path, logo),
  darkLogo: darkLogo && below(path, darkLogo),
})

export const assetsBelow = (path: OwnPath, { assets }: LoadedLooks): readonly Asset[] =>
  assets.map((one) => ({ ...one, path: below(path, one.path) }))

const below = (path: OwnPath, file: OwnPath): OwnPath => `${path}${file.slice(1)}` as OwnPath
