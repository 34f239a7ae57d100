import type { Config } from '../../../platform/config/schema.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import type { PresetValues } from './preset-texts.ts'
import { fromPreset, PRESETS, type Preset } from './presets.ts'

/** What stands where a secret was shown once, and is not known any more. */
export const HIDDEN_SECRET = '••••••••'

interface Pasted {
  readonly place: string
  readonly text: string
}

interface Known {
  readonly id: string
  readonly name: string
  readonly homeUrl?: string | null | undefined
  readonly redirectUris: readonly string[]
}

/** The preset that a client was made from. Some applications are sent back to their bare address, and are known by their name alone. */
export const presetFor = ({ name, homeUrl, redirectUris }: Known): Preset | undefined =>
  homeUrl
    ? PRESETS.find(
        (preset) =>
          fromPreset(preset, homeUrl).redirectUris?.[0] === redirectUris[0] &&
          (preset.redirectPaths[0] !== '' || preset.name === name),
      )
    : undefined

export const whatToPaste = (preset: Preset, config: Config, client: Known, secret = HIDDEN_SECRET): Pasted => ({
  place: preset.place,
  text: preset.paste(valuesOf(config, client, secret)),
})

const valuesOf = (config: Config, { id, homeUrl }: Known, secret: string): PresetValues => ({
  issuer: config.server.publicUrl,
  at: {
    authorize: servedAddress(config.server, '~/oidc/authorize'),
    token: servedAddress(config.server, '~/oidc/token'),
    userinfo: servedAddress(config.server, '~/oidc/userinfo'),
    end: servedAddress(config.server, '~/oidc/end-session'),
  },
  app: homeUrl ?? '',
  id,
  secret,
  name: config.server.appName,
})
