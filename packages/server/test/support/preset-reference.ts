import { fromPreset, PRESETS, type Preset } from '../../src/subjects/openid/clients/presets.ts'
import { usual } from '../../src/subjects/openid/clients/settle-client.ts'

const ISSUER = 'https://id.example.com'

/** `docs/reference/app-presets.md`: what the console and the command line fill in, and say to paste. */
export const presetReference = (): string =>
  [
    '# Applications that are known here',
    '',
    'Generated from `packages/server/src/subjects/openid/clients/presets.ts`. For each of them the console and `latchkey clients create --preset` fill in what',
    'stands here, from the address of the application; [Sign in to any app](../guide/sign-in-to-any-app.md) begins with one. In the texts the service is at',
    `\`${ISSUER}\` and called Acme; \`lks_…\` is the secret.`,
    '',
    ...PRESETS.flatMap(section),
  ].join('\n')

function section(preset: Preset): string[] {
  const app = `https://${preset.id}.example.com`
  const { redirectUris = [], postLogoutUris = [], logoutUri, ...settings } = { ...usual('web'), ...fromPreset(preset, app) }
  const address = (uri: string): string => `\`${uri}\``
  const text = preset.paste({
    ...{ issuer: ISSUER, app, id: preset.id, secret: 'lks_…', name: 'Acme' },
    at: {
      authorize: `${ISSUER}/oidc/authorize`,
      token: `${ISSUER}/oidc/token`,
      userinfo: `${ISSUER}/oidc/userinfo`,
      end: `${ISSUER}/oidc/end-session`,
    },
  })
  return [
    `## ${preset.name}`,
    '',
    '```sh',
    `npx latchkey clients create --preset ${preset.id} --home ${app}`,
    '```',
    '',
    `- redirect addresses: ${redirectUris.map(address).join(', ')}`,
    ...(postLogoutUris.length > 0 ? [`- addresses after sign-out: ${postLogoutUris.map(address).join(', ')}`] : []),
    ...(logoutUri ? [`- back-channel logout: ${address(logoutUri)}`] : []),
    `- scopes: ${settings.scopes.map(address).join(' ')}${settings.mayStay ? ', and `offline_access`' : ''}`,
    `- PKCE: ${settings.wantsPkce ? 'yes' : 'it may do without'}`,
    '',
    `${preset.place}:`,
    '',
    '```',
    text.trimEnd(),
    '```',
    '',
  ]
}
