import { choice, issuer, optionalText, type Profile, type Setting, secret } from '../../platform/config/kinds.ts'
import { PREFIX } from '../../platform/config/prefix.ts'
import { type RawSetting, readSetting } from '../../platform/config/read-setting.ts'
import type { SettingFamily } from '../../platform/config/schema.ts'
import type { Secret } from '../../platform/kernel/secret.ts'

export interface ProviderSettings {
  readonly name: string
  readonly label: string
  /** GitHub speaks OAuth but no OpenID Connect. */
  readonly kind: 'oidc' | 'github'
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Secret
  readonly scope: string
  readonly responseMode: 'query' | 'form_post'
  readonly icon: string | undefined
}

type Preset = Pick<ProviderSettings, 'label' | 'issuer'> & Partial<Pick<ProviderSettings, 'kind' | 'scope'>>

const presets: Readonly<Record<string, Preset>> = {
  google: { label: 'Google', issuer: 'https://accounts.google.com' },
  github: { label: 'GitHub', issuer: 'https://github.com', kind: 'github', scope: 'read:user user:email' },
  microsoft: { label: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
  gitlab: { label: 'GitLab', issuer: 'https://gitlab.com' },
}

/** `<NAME>` stands for the provider's name in capitals. */
// biome-ignore format: a table is read by its rows
const providerFields = {
  clientId: optionalText({ env: 'OAUTH_<NAME>_CLIENT_ID', help: 'As the provider gave it. Required.' }),
  clientSecret: secret({ env: 'OAUTH_<NAME>_CLIENT_SECRET', default: undefined, help: 'As the provider gave it. Required.' }),
  issuer: issuer({ env: 'OAUTH_<NAME>_ISSUER', help: 'Issuer of the OpenID Connect provider; its discovery document is read from there. Required, except where there is a preset: google, github, microsoft and gitlab have one, which this replaces. https; in development also http on loopback.' }),
  label: optionalText({ env: 'OAUTH_<NAME>_LABEL', pattern: /^[^\p{Cc}]{1,60}$/u, expected: 'one line of text', help: 'Its name as people read it.' }),
  scope: optionalText({ env: 'OAUTH_<NAME>_SCOPE', pattern: /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/, expected: 'scopes with a space between them', help: 'What to ask the provider for; `openid email profile` unless set.' }),
  icon: optionalText({ env: 'OAUTH_<NAME>_ICON', help: 'Image file (SVG, PNG, WebP or JPEG) for its button; google, github, microsoft and gitlab have one of ours.' }),
  responseMode: choice({ env: 'OAUTH_<NAME>_RESPONSE_MODE', default: 'query', of: ['query', 'form_post'], help: 'How the provider sends the browser back.' }),
} as const

type Field = keyof typeof providerFields
const fields = Object.keys(providerFields) as readonly Field[]

const PATH = new RegExp(`^oauth\\.providers\\.([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\\.(${fields.join('|')})$`)

/** `OAUTH_MY_CORP_CLIENT_ID` (or `…_FILE`, or with the prefix) as `oauth.providers.my-corp.clientId`. */
function* providerVariables(env: Readonly<Record<string, string | undefined>>): Iterable<readonly [path: string, env: string]> {
  const seen = new Set<string>()
  for (const variable of Object.keys(env))
    for (const field of fields) {
      const [prefix = '', suffix = ''] = providerFields[field].env.split('<NAME>')
      const bare = variable.replace(/_FILE$/, '').replace(new RegExp(`^${PREFIX}`), '')
      if (!bare.startsWith(prefix) || !bare.endsWith(suffix) || seen.has(bare)) continue
      const name = bare.slice(prefix.length, -suffix.length).toLowerCase().replaceAll('_', '-')
      const path = `oauth.providers.${name}.${field}`
      if (!PATH.test(path)) continue
      seen.add(bare)
      yield [path, bare]
    }
}

/** A provider with an incomplete configuration is a problem to report, and is not silently left out. */
function readProviders(
  given: ReadonlyMap<string, RawSetting>,
  profile: Profile,
  problems: string[],
): readonly ProviderSettings[] {
  const names = new Set([...given.keys()].flatMap((path) => PATH.exec(path)?.[1] ?? []))
  return [...names].flatMap((name) => readProvider(name, given, profile, problems) ?? [])
}

function readProvider(
  name: string,
  given: ReadonlyMap<string, RawSetting>,
  profile: Profile,
  problems: string[],
): ProviderSettings | undefined {
  const preset = presets[name]
  const givenFor = (field: Field) => given.get(`oauth.providers.${name}.${field}`)
  const nameOf = (field: Field) =>
    givenFor(field)?.name ?? providerFields[field].env.replace('<NAME>', name.toUpperCase().replaceAll('-', '_'))
  const read = <Value>(field: Field, setting: Setting<Value>): Value => {
    const result = readSetting(setting, givenFor(field), profile)
    if ('value' in result) return result.value
    problems.push(...result.problems)
    return setting.fallback(profile)
  }
  const isMissing = (field: Field): undefined => {
    if (!givenFor(field)) problems.push(`${nameOf(field)}: must be set for the provider ${name}`)
  }

  const clientId = read('clientId', providerFields.clientId) ?? isMissing('clientId')
  const clientSecret = read('clientSecret', providerFields.clientSecret) ?? isMissing('clientSecret')
  const from = read('issuer', providerFields.issuer) ?? preset?.issuer ?? isMissing('issuer')
  if (from?.startsWith('http:') && profile === 'production') problems.push(`${nameOf('issuer')}: must be https in production`)
  const label = read('label', providerFields.label) ?? preset?.label ?? name
  const scope = read('scope', providerFields.scope) ?? preset?.scope ?? 'openid email profile'
  const responseMode = read('responseMode', providerFields.responseMode)
  const icon = read('icon', providerFields.icon)
  if (clientId === undefined || clientSecret === undefined || from === undefined) return undefined
  return { name, label, kind: preset?.kind ?? 'oidc', issuer: from, clientId, clientSecret, scope, responseMode, icon }
}

export const providerSettings: SettingFamily = {
  group: 'oauth',
  settings: Object.entries(providerFields).map(([field, one]) => [`oauth.providers.<name>.${field}`, one as Setting<unknown>]),
  example: 'GOOGLE',
  isPath: (dotted) => PATH.test(dotted),
  variables: providerVariables,
  read: (given, profile, problems) => ({ providers: readProviders(given, profile, problems) }),
  print({ oauth: { providers } }) {
    const byName = providers.map(({ name, kind: _, ...rest }) => [name, rest])
    return byName.length > 0 ? { providers: Object.fromEntries(byName) } : undefined
  },
}

declare module '../../platform/config/schema.ts' {
  interface Derived {
    readonly oauth: { readonly providers: readonly ProviderSettings[] }
  }
}
