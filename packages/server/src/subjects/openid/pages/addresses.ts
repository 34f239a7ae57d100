import { pagePaths } from '../../../gate/page-paths.ts'
import { withReturn } from '../../../gate/pages/after-credentials.ts'
import type { Outcome } from '../steps/answer-request.ts'

const withRequest = (path: string, request: string, more: Readonly<Record<string, string>> = {}): string =>
  `${path}?${new URLSearchParams({ request, ...more })}`

export const continueAddress = (request: string): string => withRequest(pagePaths.continueToApp, request)

/** The application is told that the person did not want to. */
export const cancelAddress = (request: string): string => withRequest(pagePaths.continueToApp, request, { answer: 'cancel' })

/** A page of ours that asks what is to be asked next; all of them lead back to `/oidc/continue`. */
export function pageFor(kind: Exclude<Outcome['kind'], 'code'>, request: string): string {
  const back = continueAddress(request)
  switch (kind) {
    case 'signed-out':
      return withReturn(pagePaths.signIn, back)
    case 'prove':
      return withReturn(pagePaths.stepUp, back)
    case 'other-account':
    case 'choose':
    case 'consent':
      return withRequest(pagePaths.consent, request)
    case 'demand':
    case 'client-gone':
    case 'used':
      return back
  }
}
