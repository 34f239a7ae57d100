import type { Looks } from '../../gate/pages/layout.tsx'
import type { Opening, Subject } from '../../gate/subject.ts'
import type { Config } from '../../platform/config/schema.ts'
import { calledProviders } from './called-providers.ts'
import { providersErrors } from './errors.ts'
import { providersEvents } from './events.ts'
import { beginOAuth } from './flows/begin.ts'
import { oauthCallback } from './flows/callback.ts'
import { finishSignUp } from './flows/finish-sign-up.ts'
import { oauthFormCallback } from './flows/form-callback.ts'
import { linkProvider } from './flows/link.ts'
import { listProviders } from './flows/list-providers.ts'
import { unlinkProvider } from './flows/unlink.ts'
import { providersHooks } from './hooks.ts'
import { providersMails } from './mails.ts'
import { providersTables } from './migrations.ts'
import { connectionsPage } from './pages/connections-page.tsx'
import { finishSignUpPage } from './pages/finish-sign-up.tsx'
import { providerIcon } from './pages/provider-icon.ts'
import { openProviders } from './protocols/open-providers.ts'
import { providerSettings } from './provider-settings.ts'
import { providersSettings } from './settings.ts'
import { IDENTITIES } from './tables/identities.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export { unlinkProvider } from './flows/unlink.ts'
export { ProviderButtons } from './pages/provider-buttons.tsx'
export { ProviderMark } from './pages/provider-mark.tsx'
export { type Entry, openingProviders, providersOf } from './pages/providers-section.tsx'
export { identitiesIn, type NewIdentity } from './tables/identities.ts'

export const providers = {
  title: 'Sign-in providers',
  order: 8,
  endpoints: { listProviders, beginOAuth, oauthCallback, oauthFormCallback, finishSignUp, linkProvider, unlinkProvider },
  pages: (looks: Looks) => [connectionsPage(looks), finishSignUpPage(looks)],
  tables: [IDENTITIES],
  migrations: [providersTables],
  errors: providersErrors,
  settings: providersSettings,
  settingFamily: providerSettings,
  events: providersEvents,
  mails: providersMails,
  words: { de, en, es, fr },
  hooks: providersHooks,
  opens: async ({ config, clock, log }: Opening) => ({
    providers: await openProviders(config, clock, (provider, reason) =>
      log.warn({ provider, reason }, 'a sign-in provider failed'),
    ),
  }),
  checks: { called: calledProviders },
  assets: ({ oauth }: Config) => oauth.providers.flatMap((one) => providerIcon(one) ?? []),
} as const satisfies Subject
