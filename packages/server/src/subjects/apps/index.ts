import type { Subject } from '../../gate/subject.ts'
import { forwardAuthConfig } from './commands/forward-auth-config.ts'
import { appsErrors } from './errors.ts'
import { appsEvents } from './events.ts'
import { appCallback } from './flows/app-callback.ts'
import { forward } from './flows/forward.ts'
import { leaveApp, signOutOfApp } from './flows/sign-out-of-app.ts'
import { startApp } from './flows/start-app.ts'
import { appsHooks } from './hooks.ts'
import { appsTables } from './migrations.ts'
import { appSessionPage } from './pages/app-session.ts'
import { appsSettings } from './settings.ts'
import { APP_PATH } from './steps/sign-in-address.ts'
import { APP_SESSIONS } from './tables/app-sessions.ts'
import { APP_TICKETS } from './tables/app-tickets.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export const apps = {
  title: 'Applications behind a proxy',
  order: 10,
  endpoints: { forward, startApp, appCallback, leaveApp, signOutOfApp },
  pages: () => [appSessionPage],
  tables: [APP_SESSIONS, APP_TICKETS],
  migrations: [appsTables],
  errors: appsErrors,
  settings: appsSettings,
  events: appsEvents,
  words: { de, en, es, fr },
  commands: [forwardAuthConfig],
  assetsBelow: `~${APP_PATH}`,
  hooks: appsHooks,
} as const satisfies Subject
