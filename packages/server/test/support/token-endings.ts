import type { Application } from './application.ts'
import type { Browser, Reply } from './browser.ts'
import type { Resident } from './residents.ts'
import { PASSWORD } from './world.ts'

/** Whom an application knows, and what it holds of them. */
export interface Holding {
  readonly who: Resident
  readonly app: Application
  readonly tokens: { readonly access_token: string; readonly refresh_token: string }
  /** For which it has got them. */
  readonly code: string
}

export interface TokenEnding {
  readonly what: string
  /** `app` asks at the same process. */
  readonly act: (at: (token?: string) => Browser, held: Holding, root: string) => Promise<Reply>
  /** What is left to an application with a session of its own, which does not end with that of the browser. */
  readonly spares?: 'own session'
  /** The grant goes on. */
  readonly endsAccessAlone?: true
  /** An application with a session of its own has no page that ends it like that. */
  readonly status?: number
}

const ofOwner: readonly TokenEnding[] = [
  { what: 'a sign-out', act: (at, { who }) => at(who.watched.token).post('/auth/logout'), spares: 'own session' },
  {
    what: 'the end of its session by another',
    act: (at, { who }) => at(who.other.token).delete(`/auth/sessions/${who.watched.id}`),
    spares: 'own session',
  },
  { what: 'the end of all other sessions', act: (at, { who }) => at(who.other.token).delete('/auth/sessions') },
  {
    what: 'a change of the password',
    act: (at, { who }) =>
      at(who.other.token).post('/auth/change-password', { oldPassword: PASSWORD, newPassword: 'battery staple 2' }),
  },
  { what: 'the deletion', act: (at, { who }) => at(who.other.token).delete('/auth/account', { password: PASSWORD }) },
  {
    what: 'the removal of the application by its owner',
    act: (at, { who, app }) => at(who.other.token).delete(`/auth/applications/${app.client.id}`),
  },
]

const ofAdministrator: readonly TokenEnding[] = [
  { what: 'a ban', act: (at, { who }, root) => at(root).send('PATCH', `/admin/users/${who.id}/ban`) },
  {
    what: 'the end of all sessions by an administrator',
    act: (at, { who }, root) => at(root).delete(`/admin/users/${who.id}/sessions`),
  },
  {
    what: 'the client being disabled',
    act: (at, { app }, root) => at(root).send('PATCH', `/admin/clients/${app.client.id}`, { isDisabled: true }),
  },
  { what: 'the removal of the client', act: (at, { app }, root) => at(root).delete(`/admin/clients/${app.client.id}`) },
]

const ofClient: readonly TokenEnding[] = [
  {
    what: 'the end of the token by its client',
    act: (at, { app, tokens }) => app.at({ browser: at }).revoke(tokens.access_token),
    endsAccessAlone: true,
  },
  {
    what: 'the end of the grant by its client',
    act: (at, { app, tokens }) => app.at({ browser: at }).revoke(tokens.refresh_token),
  },
  { what: 'a second use of the code', act: (at, { app, code }) => app.at({ browser: at }).redeem(code), status: 400 },
]

/** Whatever ends what an application holds of a person. */
export const tokenEndings: readonly TokenEnding[] = [...ofOwner, ...ofAdministrator, ...ofClient]
