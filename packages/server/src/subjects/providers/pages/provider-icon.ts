import type { Deps } from '../../../gate/deps.ts'
import type { Asset } from '../../../platform/kernel/hosted-page.ts'
import { imageOf } from '../../../platform/pages/theme/image-asset.ts'

type ProviderLooks = Pick<Deps['config']['oauth']['providers'][number], 'name' | 'icon'>

const icons = new WeakMap<ProviderLooks, Asset>()

/** The file is read once, because the path of the image, which contains a hash of the file, must stay the one it is served at. */
export function providerIcon(settings: ProviderLooks): Asset | undefined {
  const { name, icon } = settings
  if (icon === undefined) return undefined
  const setting = `OAUTH_${name.toUpperCase().replaceAll('-', '_')}_ICON`
  const asset = icons.get(settings) ?? imageOf(setting, `provider-${name}`, icon)
  icons.set(settings, asset)
  return asset
}
