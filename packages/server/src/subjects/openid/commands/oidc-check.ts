import { withDeps } from '../../../gate/assembly/with-deps.ts'
import type { Deps } from '../../../gate/deps.ts'
import { CommandError, command } from '../../../platform/commands/command.ts'
import { type Finding, findingsOf, textOf } from '../../../platform/commands/finding.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { catalogues } from '../../../platform/pages/words/catalogues.ts'
import { isPublic } from '../clients/client.ts'
import { addressProblem } from '../clients/redirect-uri.ts'
import { organisationNamed } from '../clients/settle-client.ts'
import { findClient } from '../steps/authenticate-client.ts'
import { clientSecretsIn } from '../tables/client-secrets.ts'
import type { OidcClient } from '../tables/clients.ts'
import { signingKeysIn } from '../tables/signing-keys.ts'

const WAIT_MS = 5000
const WIDTH = 'redirect addresses'.length

export const oidcCheck = command({
  name: 'oidc check',
  summary: 'Say what is right and what is wrong with an application: addresses, secrets, keys, and why it was last refused.',
  operands: { client: 'The id of the application, as `clients list` prints it.' },
  options: { json: { type: 'boolean', help: 'Print a JSON array.' } },

  async run({ operands, values, terminal, config }) {
    const findings = await withDeps(config(), terminal, async ({ deps }) => {
      const client = await findClient(deps.store, operands.client)
      if (!client || client.removedAt !== undefined) throw new CommandError(`There is no application ${operands.client}.`)
      const found: Finding[] = []
      for await (const finding of examined(deps, client)) found.push(finding)
      return found
    })
    if (values.json) terminal.out(JSON.stringify(findings, null, 2))
    else
      for (const { status, check, message } of findings) terminal.out(`${status.padEnd(4)}  ${check.padEnd(WIDTH)}  ${message}`)
    const failed = findings.filter(({ status }) => status === 'fail').length
    if (failed > 0) throw new CommandError(`${failed} ${failed === 1 ? 'check' : 'checks'} failed.`)
  },
})

async function* examined(deps: Deps, client: OidcClient): AsyncGenerator<Finding> {
  yield stateOf(client)
  yield await issuerOf(deps)
  yield redirectsOf(client)
  yield await secretsOf(deps, client)
  yield await keysOf(deps, client)
  const organisation = await demandOf(deps, client)
  if (organisation) yield organisation
  if (client.logoutUri !== undefined) yield await logoutOf(client.logoutUri)
  yield refusalOf(client)
}

function stateOf({ id, name, disabledAt, lastUsedAt }: OidcClient): Finding {
  const { ok, warn, fail } = findingsOf('application')
  if (disabledAt !== undefined) return fail(`${name} is disabled: \`latchkey clients update ${id} --enable\``)
  return lastUsedAt === undefined ? warn(`${name} has never called`) : ok(`${name}, last used ${timestamp(lastUsedAt)}`)
}

/** What every application asks first, by the address that its users have. */
async function issuerOf({ config }: Deps): Promise<Finding> {
  const { ok, warn, fail } = findingsOf('issuer')
  const issuer = config.server.publicUrl
  const address = new URL('/.well-known/openid-configuration', issuer)
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(WAIT_MS), redirect: 'error' })
    const { issuer: told } = (await reply.json()) as { readonly issuer?: string }
    if (told !== issuer) return fail(`${address} says ${told}, and has to say ${issuer}: the proxy leads elsewhere`)
    return ok(issuer)
  } catch (error) {
    return warn(`${address} cannot be read from here (${causeOf(error)}): it has to be reached from where the application is`)
  }
}

function redirectsOf({ kind, redirectUris, homeUrl }: OidcClient): Finding {
  const { ok, warn, fail } = findingsOf('redirect addresses')
  if (kind === 'service') return ok('none, as nobody signs in to a service')
  const broken = redirectUris.find((uri) => addressProblem(uri) !== undefined)
  if (broken !== undefined) return fail(`${broken} is no address`)
  const here = redirectUris.find((uri) => kind === 'web' && uri.startsWith('http://'))
  if (here !== undefined) return warn(`${here} works on the machine of the browser alone`)
  const home = homeUrl === undefined ? undefined : new URL(homeUrl).origin
  const elsewhere = redirectUris.find((uri) => home !== undefined && uri.startsWith('http') && new URL(uri).origin !== home)
  if (elsewhere !== undefined) return warn(`${elsewhere} is not at ${home}, where the application is`)
  return ok(redirectUris.join(' '))
}

async function secretsOf({ store, clock }: Deps, client: OidcClient): Promise<Finding> {
  const { ok, warn, fail } = findingsOf('secret')
  if (isPublic(client)) return ok('none, as an application of this kind keeps none')
  const [newest, older] = (await clientSecretsIn(store).allOf(client.id)).filter(
    ({ expiresAt = Infinity }) => expiresAt > clock.now(),
  )
  if (!newest) return fail(`there is none: \`latchkey clients rotate-secret ${client.id}\``)
  if (older?.expiresAt !== undefined && newest.lastUsedAt === undefined)
    return warn(
      `the new one was never used, and the older one ends ${timestamp(older.expiresAt)}: put the new one into the application`,
    )
  if (newest.lastUsedAt === undefined) return warn('never used: is it in the configuration of the application?')
  return ok(`last used ${timestamp(newest.lastUsedAt)}`)
}

async function keysOf({ store, clock }: Deps, { algorithm }: OidcClient): Promise<Finding> {
  const { ok, warn } = findingsOf('keys')
  const now = clock.now()
  const keys = (await signingKeysIn(store).list()).filter((key) => key.algorithm === algorithm)
  const signing = keys.find(({ signsFrom, signsUntil = Infinity }) => signsFrom <= now && now < signsUntil)
  return signing ? ok(`${algorithm}, ${signing.kid}`) : warn(`no ${algorithm} key yet: it is made when it is first needed`)
}

async function demandOf({ store, config }: Deps, { id, demands }: OidcClient): Promise<Finding | undefined> {
  if (demands.organisation === undefined) return undefined
  const { ok, fail } = findingsOf('organisation')
  const isThere = (await organisationNamed(store, config, demands.organisation)) !== undefined
  if (isThere) return ok('it is there')
  return fail(`it is gone, so nobody is let in: \`latchkey clients update ${id} --organisation ''\``)
}

/** An application refuses what is no token of ours; that it answers at all is what counts. */
async function logoutOf(address: string): Promise<Finding> {
  const { ok, warn, fail } = findingsOf('back-channel')
  try {
    const body = new URLSearchParams({ logout_token: 'check' })
    const { status } = await fetch(address, { method: 'POST', body, signal: AbortSignal.timeout(WAIT_MS), redirect: 'manual' })
    if (status === 404 || status === 405) return fail(`${address} answers ${status}: there is nothing that could be told`)
    return status >= 500 ? warn(`${address} answers ${status}`) : ok(`${address} answers`)
  } catch (error) {
    return fail(`${address} cannot be reached: ${causeOf(error)}`)
  }
}

const causeOf = (error: unknown): string => textOf((error as { readonly cause?: unknown }).cause ?? error)

function refusalOf(client: OidcClient): Finding {
  const { lastRefusal, lastRefusedAt = 0, lastRefusedUri, lastUsedAt = 0 } = client
  const { ok, warn } = findingsOf('last refusal')
  if (lastRefusal === undefined) return ok('none')
  const more = lastRefusedUri === undefined ? wayBackOf(client) : `: ${lastRefusedUri}`
  const told = `${timestamp(lastRefusedAt)}: ${catalogues.en.console.clients.refusals[lastRefusal]}${more}`
  return lastRefusedAt > lastUsedAt ? warn(told) : ok(`${told}; it was used since`)
}

/** For who has switched PKCE off, and wonders why it is demanded. */
function wayBackOf({ id, kind, lastRefusal, wantsPkce, hasSentChallenge }: OidcClient): string {
  if (lastRefusal !== 'challenge_missing' || isPublic({ kind }) || wantsPkce || !hasSentChallenge) return ''
  const update = `latchkey clients update ${id} --pkce`
  return `, and it had sent one before: if it cannot any more, \`${update} yes\`, then \`${update} no\``
}
