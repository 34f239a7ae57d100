import { type Parsed, UsageError } from '../../../platform/commands/command.ts'
import { CLIENT_KINDS } from '../clients/client.ts'
import type { ClientInput } from '../clients/client-input.ts'

const several = (hint: string, help: string) => ({ type: 'string', multiple: true, hint, help }) as const
const one = (hint: string, help: string) => ({ type: 'string', hint, help }) as const
const yesOrNo = (help: string) => one('yes|no', help)

/** The settings of a client, for making one and for changing one. */
export const clientOptions = {
  name: one('NAME', 'What people read.'),
  home: one('ADDRESS', 'Where the application is.'),
  'redirect-uri': several('ADDRESS', 'Where people are sent with a code; may be repeated.'),
  'post-logout-uri': several('ADDRESS', 'Where people may be sent after they have signed out; may be repeated.'),
  'logout-uri': one('ADDRESS', 'Where the application is told that a session has ended.'),
  scope: several(
    'SCOPE',
    'What it may ask for; may be repeated, or several with commas; openid,profile,email for a new one unless given.',
  ),
  audience: several('ADDRESS', 'A service that it gets signed access tokens for; may be repeated.'),
  'first-party': yesOrNo('Whether it is one of yours, and people are not asked; yes for a new one unless given.'),
  pkce: yesOrNo('Whether it has to send a PKCE challenge; yes for a new one unless given.'),
  stay: yesOrNo('Whether it may keep people signed in (offline_access); no for a new one unless given.'),
  device: yesOrNo('Whether it may sign people in on a device without a browser; no for a new one unless given.'),
  pairwise: yesOrNo('Whether it knows people by ids that no other application knows; no for a new one unless given.'),
  algorithm: one('NAME', 'What its tokens are signed with: RS256 or ES256; RS256 for a new one unless given.'),
  role: one('admin|any', 'Who is let in: administrators alone, or anybody.'),
  'second-factor': yesOrNo('Whether people must have passed a second factor.'),
  verified: yesOrNo('Whether the address of people must be confirmed.'),
  organisation: one('NAME', 'Only members of this organisation, by id or short name; an empty text for everybody.'),
} as const

type Values = Parsed<typeof clientOptions>

export const kindHelp = `One of ${CLIENT_KINDS.join(', ')}; web unless given.`

/** What was named on the command line; the rest stays, or is what is usual. */
export function inputFrom(values: Values, before: ClientInput['demands'] = {}): ClientInput {
  const flag = (name: keyof Values): boolean | undefined => flagOf(name, values[name])
  const [homeUrl, redirectUris, postLogoutUris] = [values.home, values['redirect-uri'], values['post-logout-uri']]
  const [logoutUri, audiences, scopes] = [values['logout-uri'], values.audience, listOf(values.scope)]
  const demands = demandsFrom(values, before)
  const flags = { isFirstParty: flag('first-party'), wantsPkce: flag('pkce'), mayStay: flag('stay') }
  const more = { hasDeviceFlow: flag('device'), isPairwise: flag('pairwise'), algorithm: values.algorithm }
  const given = {
    name: values.name,
    homeUrl,
    redirectUris,
    postLogoutUris,
    logoutUri,
    audiences,
    scopes,
    demands,
    ...flags,
    ...more,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const listOf = (typed: readonly string[] | undefined): string[] | undefined =>
  typed?.flatMap((text) => text.split(',')).map((text) => text.trim())

function flagOf(name: string, typed: unknown): boolean | undefined {
  if (typed === undefined) return undefined
  if (typed !== 'yes' && typed !== 'no') throw new UsageError(`--${name} must be yes or no`)
  return typed === 'yes'
}

/** Demands are replaced as a whole, so what was not named is taken from before. */
function demandsFrom(values: Values, before: NonNullable<ClientInput['demands']>): ClientInput['demands'] {
  const { role, organisation } = values
  const [secondFactor, verified] = [flagOf('second-factor', values['second-factor']), flagOf('verified', values.verified)]
  if ([role, organisation, secondFactor, verified].every((value) => value === undefined)) return undefined
  if (role !== undefined && role !== 'admin' && role !== 'any') throw new UsageError('--role must be admin or any')
  const wanted = role === 'any' ? '' : (role ?? before.role ?? '')
  const named = organisation ?? before.organisation ?? ''
  return {
    ...(wanted !== '' && { role: wanted }),
    secondFactor: secondFactor ?? before.secondFactor ?? false,
    verified: verified ?? before.verified ?? false,
    ...(named !== '' && { organisation: named }),
  }
}
