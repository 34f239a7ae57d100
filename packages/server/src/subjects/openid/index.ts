import type { Looks } from '../../gate/pages/layout.tsx'
import type { Subject } from '../../gate/subject.ts'
import { calledClients } from './called-clients.ts'
import { checkOpenid } from './check-openid.ts'
import {
  clientsCreate,
  clientsDelete,
  clientsDisable,
  clientsList,
  clientsRotateSecret,
  clientsShow,
  clientsUpdate,
} from './commands/clients.ts'
import { clientsApply } from './commands/clients-apply.ts'
import { declaredClients } from './commands/declared-clients.ts'
import { oidcCheck } from './commands/oidc-check.ts'
import { oidcKeysList, oidcKeysRotate } from './commands/oidc-keys.ts'
import { clientPage } from './console/client.tsx'
import { clientsPage } from './console/clients.tsx'
import { newClientPage } from './console/new-client.tsx'
import { openidErrors } from './errors.ts'
import { openidEvents } from './events.ts'
import { listApplications, removeApplication } from './flows/applications.ts'
import { authorizeDevice } from './flows/authorize-device.ts'
import { authorizeForm } from './flows/authorize-form.ts'
import { createClientSecret, endClientSecret } from './flows/client-secrets.ts'
import { changeClient, createClient, deleteClient, getClient, listClients } from './flows/clients.ts'
import { oauthMetadata, openidConfiguration } from './flows/discovery.ts'
import { endSessionForm } from './flows/end-session-form.ts'
import { introspectToken } from './flows/introspect.ts'
import { jwks } from './flows/jwks.ts'
import { revokeToken } from './flows/revoke.ts'
import { listSigningKeys, rotateSigningKeys } from './flows/signing-keys.ts'
import { exchangeToken } from './flows/token.ts'
import { userinfo, userinfoByForm } from './flows/userinfo.ts'
import { openidHooks } from './hooks.ts'
import { keepKeysFresh } from './keys/upkeep.ts'
import { LogoutSender } from './logout/logout-sender.ts'
import { openidMails, openidSamples } from './mails.ts'
import { consentedServices, openidTables, refusedAddresses, sessionsOfBrowsers } from './migrations.ts'
import { openidPageHooks } from './page-hooks.ts'
import { applicationsPage } from './pages/applications.tsx'
import { authorizePage } from './pages/authorize.tsx'
import { consentPage } from './pages/consent.tsx'
import { continuePage } from './pages/continue.tsx'
import { devicePage } from './pages/device.tsx'
import { endSessionPage, leavePage } from './pages/end-session.tsx'
import { openidScopes } from './scopes.ts'
import { endOrphans } from './steps/end-orphans.ts'
import { endRemovedClients } from './steps/end-removed-clients.ts'
import { ACCESS_TOKENS } from './tables/access-tokens.ts'
import { CLIENT_SECRETS } from './tables/client-secrets.ts'
import { CLIENTS } from './tables/clients.ts'
import { CODES } from './tables/codes.ts'
import { CONSENTS } from './tables/consents.ts'
import { DEVICE_CODES } from './tables/device-codes.ts'
import { GRANTS } from './tables/grants.ts'
import { LOGOUTS } from './tables/logouts.ts'
import { REFRESH_TOKENS } from './tables/refresh-tokens.ts'
import { REQUESTS } from './tables/requests.ts'
import { SIGNING_KEYS } from './tables/signing-keys.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export const openid = {
  title: 'Applications by OpenID Connect',
  order: 10.5,
  chapters: { 'Applications, for administrators': /\/admin\// },
  endpoints: {
    openidConfiguration,
    oauthMetadata,
    jwks,
    authorizeForm,
    endSessionForm,
    listSigningKeys,
    rotateSigningKeys,
    listClients,
    getClient,
    createClient,
    changeClient,
    deleteClient,
    createClientSecret,
    endClientSecret,
    exchangeToken,
    revokeToken,
    introspectToken,
    authorizeDevice,
    userinfo,
    userinfoByForm,
    listApplications,
    removeApplication,
  },
  pages: (looks: Looks) => [
    authorizePage(looks),
    continuePage(looks),
    consentPage(looks),
    devicePage(looks),
    endSessionPage(looks),
    leavePage(looks),
    clientsPage(looks),
    newClientPage(looks),
    clientPage(looks),
    applicationsPage(looks),
  ],
  pageHooks: openidPageHooks,
  tables: [
    CLIENT_SECRETS,
    CLIENTS,
    CONSENTS,
    REQUESTS,
    CODES,
    DEVICE_CODES,
    ACCESS_TOKENS,
    REFRESH_TOKENS,
    GRANTS,
    LOGOUTS,
    SIGNING_KEYS,
  ],
  migrations: [openidTables, sessionsOfBrowsers, consentedServices, refusedAddresses],
  errors: openidErrors,
  events: openidEvents,
  scopes: openidScopes,
  declares: declaredClients,
  commands: [
    clientsCreate,
    clientsList,
    clientsShow,
    clientsUpdate,
    clientsRotateSecret,
    clientsDisable,
    clientsDelete,
    clientsApply,
    oidcCheck,
    oidcKeysList,
    oidcKeysRotate,
  ],
  checks: { rows: checkOpenid, called: calledClients },
  mails: openidMails,
  mailSamples: openidSamples,
  words: { de, en, es, fr },
  hooks: openidHooks,
  upkeep: () => [keepKeysFresh, endRemovedClients, endOrphans()],
  worker: (contextFor, log) => new LogoutSender(contextFor, log),
} as const satisfies Subject
