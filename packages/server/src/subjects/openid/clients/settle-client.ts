import { HOOKS } from '../../../gate/hooks.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { visibleLine } from '../../../platform/kernel/display-name.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { scopesKnown } from '../steps/claims.ts'
import { ALGORITHMS, type Algorithm, type ClientKind, type Demands, isPublic } from './client.ts'
import type { ClientInput } from './client-input.ts'
import type { ClientSettings } from './client-settings.ts'
import { type Problem, type ProblemCode, problemText } from './problems.ts'
import { addressProblem, MOST_URIS, uriProblem, webProblem } from './redirect-uri.ts'

const MOST_SCOPES = 50
/** RFC 6749, 3.3, in small letters. */
const OWN_SCOPE = /^[a-z0-9][a-z0-9:._/-]{0,63}$/

/** What a client has of which nothing was said. */
export const usual = (kind: ClientKind): ClientSettings => ({
  name: '',
  kind,
  homeUrl: undefined,
  redirectUris: [],
  postLogoutUris: [],
  logoutUri: undefined,
  isFirstParty: kind !== 'service',
  wantsPkce: kind !== 'service',
  mayStay: false,
  hasDeviceFlow: false,
  scopes: kind === 'service' ? [] : ['openid', 'profile', 'email'],
  audiences: [],
  demands: {},
  isPairwise: false,
  algorithm: 'RS256',
})

interface Settled {
  readonly settings: ClientSettings
  readonly problems: readonly Problem[]
}

/** Of a form of which every field that is wrong is told. */
export async function settle(
  tables: Connection,
  config: Config,
  before: ClientSettings | ClientKind,
  input: ClientInput,
): Promise<Settled> {
  const base = typeof before === 'string' ? usual(before) : before
  const demands = input.demands === undefined ? { found: base.demands } : await demandsOf(tables, config, input.demands)
  const given = {
    ...base,
    name: visibleLine(input.name ?? base.name, 100) ?? '',
    homeUrl: textOf(input.homeUrl, base.homeUrl),
    redirectUris: listed(input.redirectUris) ?? base.redirectUris,
    postLogoutUris: listed(input.postLogoutUris) ?? base.postLogoutUris,
    logoutUri: textOf(input.logoutUri, base.logoutUri),
    isFirstParty: input.isFirstParty ?? base.isFirstParty,
    wantsPkce: input.wantsPkce ?? base.wantsPkce,
    mayStay: input.mayStay ?? base.mayStay,
    hasDeviceFlow: input.hasDeviceFlow ?? base.hasDeviceFlow,
    scopes: scopesOf(base.kind, listed(input.scopes) ?? base.scopes),
    audiences: listed(input.audiences) ?? base.audiences,
    demands: demands.found,
    isPairwise: input.isPairwise ?? base.isPairwise,
    algorithm: (input.algorithm ?? base.algorithm) as Algorithm,
  }
  const problems = [...problemsOf(given, config), ...(demands.problem ? [demands.problem] : [])]
  const isHidden = (one: ClientSettings): boolean => one.isPairwise && one.isFirstParty
  if (isHidden(given) && !isHidden(base)) problems.push({ field: 'isPairwise', code: 'pairwise_first_party' })
  return { settings: given, problems }
}

export function refuse(problems: readonly Problem[]): void {
  if (problems.length === 0) return
  const wrong = problems.map(({ field }) => ({ field, code: 'invalid_input' as const }))
  throw new Failure('invalid_input', { message: problems.map(problemText).join(' '), wrong })
}

const textOf = (typed: string | undefined, before: string | undefined): string | undefined =>
  typed === undefined ? before : typed.trim() || undefined

const listed = (typed: readonly string[] | undefined): readonly string[] | undefined =>
  typed?.map((one) => one.trim()).filter((one) => one !== '')

/** Without `openid` a client signs no person in. */
const scopesOf = (kind: ClientKind, scopes: readonly string[]): readonly string[] => [
  ...new Set(kind === 'service' ? scopes : ['openid', ...scopes]),
]

function* problemsOf(settings: ClientSettings, config: Config): Generator<Problem> {
  const { kind, name, homeUrl, logoutUri, algorithm } = settings
  if (name === '') yield { field: 'name', code: 'name' }
  if (!ALGORITHMS.some((one) => one === algorithm)) yield { field: 'algorithm', code: 'algorithm' }
  yield* uriProblems('redirectUris', settings.redirectUris, kind)
  yield* uriProblems('postLogoutUris', settings.postLogoutUris, kind)
  for (const [field, uri] of Object.entries({ homeUrl, logoutUri })) {
    const code = uri === undefined ? undefined : webProblem(uri)
    if (code) yield { field, code, ...(uri !== undefined && { value: uri }) }
  }
  yield* audienceProblems(settings.audiences, config.server.publicUrl)
  if (kind === 'service') yield* serviceProblems(settings)
  else yield* appProblems(settings, config)
}

function* uriProblems(field: string, uris: readonly string[], kind: ClientKind): Generator<Problem> {
  if (uris.length > MOST_URIS) return yield { field, code: 'uris_many' }
  for (const [at, value] of uris.entries()) {
    const code: ProblemCode | undefined = uris.indexOf(value) < at ? 'uris_twice' : uriProblem(value, kind)
    if (code) yield { field, code, value }
  }
}

function* audienceProblems(audiences: readonly string[], publicUrl: string): Generator<Problem> {
  if (audiences.length > MOST_URIS) return yield { field: 'audiences', code: 'audiences_many' }
  const isOwn = (one: string): boolean => one.replace(/\/$/, '') === publicUrl.replace(/\/$/, '')
  for (const value of audiences)
    if (addressProblem(value) !== undefined || isOwn(value)) yield { field: 'audiences', code: 'audience', value }
}

function* serviceProblems(settings: ClientSettings): Generator<Problem> {
  for (const field of ['redirectUris', 'postLogoutUris'] as const)
    if (settings[field].length > 0) yield { field, code: 'uris_of_service' }
  for (const field of ['isFirstParty', 'wantsPkce', 'mayStay', 'hasDeviceFlow', 'isPairwise'] as const)
    if (settings[field]) yield { field, code: 'of_people' }
  if (Object.keys(settings.demands).length > 0) yield { field: 'demands', code: 'of_people' }
  if (settings.logoutUri !== undefined) yield { field: 'logoutUri', code: 'of_people' }
  if (settings.scopes.length > MOST_SCOPES) return yield { field: 'scopes', code: 'scopes_many' }
  for (const value of settings.scopes) if (!OWN_SCOPE.test(value)) yield { field: 'scopes', code: 'scope', value }
}

function* appProblems(settings: ClientSettings, config: Config): Generator<Problem> {
  const known = scopesKnown(config)
  if (settings.redirectUris.length === 0 && !settings.hasDeviceFlow) yield { field: 'redirectUris', code: 'uris_missing' }
  if (settings.hasDeviceFlow && settings.kind !== 'native') yield { field: 'hasDeviceFlow', code: 'no_device_flow' }
  if (isPublic(settings) && !settings.wantsPkce) yield { field: 'wantsPkce', code: 'pkce' }
  if (settings.scopes.length > MOST_SCOPES) return yield { field: 'scopes', code: 'scopes_many' }
  for (const value of settings.scopes) {
    if (value === 'offline_access') yield { field: 'scopes', code: 'scope_stay', value }
    else if (!known.includes(value)) yield { field: 'scopes', code: 'scope', value }
  }
}

async function demandsOf(
  tables: Connection,
  config: Config,
  { role = '', secondFactor, verified, organisation = '' }: NonNullable<ClientInput['demands']>,
): Promise<{ readonly found: Demands; readonly problem?: Problem }> {
  const named = organisation.trim()
  const id = named === '' ? undefined : await organisationNamed(tables, config, named)
  const found: Demands = {
    ...(role === 'admin' && { role }),
    ...(secondFactor && { secondFactor }),
    ...(verified && { verified }),
    ...(id !== undefined && { organisation: id }),
  }
  if (role !== '' && role !== 'admin') return { found, problem: { field: 'demands', code: 'role', value: role } }
  if (named !== '' && id === undefined)
    return { found, problem: { field: 'demands', code: 'organisation', value: named.slice(0, 100) } }
  return { found }
}

/** Its id; undefined where there is none. */
export async function organisationNamed(tables: Connection, config: Config, named: string): Promise<string | undefined> {
  for (const { memberships } of HOOKS) {
    const found = await memberships?.named(tables, config, named)
    if (found) return found.id
  }
  return undefined
}
