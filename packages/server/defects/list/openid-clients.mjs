import { becomes, without, wrong } from '../changes.mjs'
import { planted, sqlite } from '../defect.mjs'

const clients = sqlite('openid/flows/clients')
const clientSecrets = sqlite('openid/flows/client-secrets')
const authentication = sqlite('openid/steps/authenticate-client')
const applications = sqlite('openid/flows/applications')

/** Who an application is, who makes and changes it, and how people are rid of it. */
export const openidClients = [
  planted(
    'a secret in the header and in the form is taken',
    { presentedClient: wrong(`secret !== ''`, 'false') },
    authentication,
  ),
  planted('an expired secret is good', { isOver: becomes('return false') }, authentication),
  planted(
    'a disabled application calls on',
    { bySecret: wrong('found.client.disabledAt === undefined', 'true') },
    authentication,
  ),
  planted(
    'who has tried the header gets no challenge',
    { clientFailure: wrong('{ challenge: CHALLENGE }', '{}') },
    authentication,
  ),
  planted(
    'an application that has sent a challenge may leave it out again',
    { 'redeem-code.spend': without('noteChallenge') },
    clients,
  ),
  planted(
    'any change of an application forgets that it has sent a challenge',
    { 'change-client.changed': wrong('(settings.wantsPkce || !client.wantsPkce)', 'settings.wantsPkce') },
    clients,
  ),
  planted(
    'an application may have any number of secrets',
    { 'ClientSecretsTable.giveWay': wrong('if (older) return false', '') },
    clientSecrets,
  ),
  planted(
    'a key changes applications',
    { byPerson: becomes('return call as typeof call & { readonly caller: Caller }') },
    clients,
  ),
  planted('who may not do everything makes applications that skip consent', { requirePower: becomes('') }, clients),
  planted('an address below a pattern is taken', { uriProblem: wrong(`uri.includes('*')`, 'false') }, clients),
  planted(
    'a browser runs the address of an application',
    { uriProblem: wrong('OWN_SCHEME.test(protocol.slice(0, -1))', 'true') },
    sqlite('redirect-uri'),
  ),
  planted(
    'what waits to be redeemed outlives its application',
    { 'ApplicationsTable.forget': wrong('SET used_at = ?', 'SET expires_at = ?') },
    applications,
  ),
  planted('a removed application leaves what it held', { endSome: without('endGrants') }, applications),
]
