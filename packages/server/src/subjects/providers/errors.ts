import type { ErrorRows } from '../../platform/kernel/errors.ts'

// biome-ignore format: a table is read by its rows
export const providersErrors = {
  provider_not_found: [404, 'There is no such sign-in provider.', 'See `GET /auth/oauth/providers`.'],
  provider_not_linked: [404, 'This provider is not linked to the account.', 'Nothing to do.'],
  provider_error: [502, 'We couldn’t sign you in: the provider did not answer as expected.', 'Try again later.'],
  access_denied: [403, 'The sign-in was cancelled at the provider.', 'Start again.'],
  already_linked: [409, 'This identity is already linked.', 'Unlink it from the other account first.'],
  cannot_unlink_last_provider: [400, 'This is the only way to sign in to the account.', 'Set a password first.'],
  invalid_state: [400, 'We couldn’t sign you in: this sign-in did not start in this browser.', 'Start again.'],
  state_used: [400, 'This sign-in was already completed.', 'Start again.'],
  state_expired: [400, 'We couldn’t sign you in: it took too long.', 'Start again.'],
} as const satisfies ErrorRows

type ProvidersErrors = typeof providersErrors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends ProvidersErrors {}
}
