import type { ComponentChildren } from 'preact'
import type { Config } from '../../platform/config/schema.ts'
import type { ErrorCode } from '../../platform/kernel/errors.ts'
import type { PageResult } from '../../platform/kernel/hosted-page.ts'
import type { MaybePromise } from '../../platform/kernel/maybe-promise.ts'
import type { Deps } from '../deps.ts'
import type { StepUpMethod } from '../factors/second-factors.ts'
import type { Looks } from './layout.tsx'
import type { ConsolePlace, NavigationItem } from './navigation.tsx'
import type { Hosted, PageProps, Panel, Submission, View, Visit } from './view.ts'

interface SecuritySection {
  readonly rank: number
  readonly content: (panel: Panel) => ComponentChildren | Promise<ComponentChildren>
  /** A step that has the page to itself, also where it is shown again because something was wrong. */
  readonly step?: (panel: Panel) => Promise<ComponentChildren | undefined>
  readonly actions: (looks: Looks) => NonNullable<Hosted['actions']>
}

interface PasskeySignIn {
  readonly isOn: (deps: Deps) => boolean
  readonly form: (props: PageProps) => ComponentChildren
  readonly submit: (call: Submission) => Promise<PageResult>
}

/** What an application wants that has sent a visitor here. */
export interface Arrival {
  readonly app: string
  /** Whom it expects. */
  readonly email: string | undefined
  /** Set while the visitor has to prove once more who they are, whatever was proved before; by one of these methods, if some are named. */
  readonly proof?: { readonly methods: readonly StepUpMethod[] | undefined }
  readonly cancelTo: string
}

export interface PageHooks {
  /** Before the last item of the account centre. */
  readonly accountPlaces?: (view: View, deps: Deps) => MaybePromise<readonly NavigationItem[]>
  /** Before the keys and the audit log. */
  readonly consolePlaces?: (view: View, config: Config) => readonly ConsolePlace[]
  /** Why an account cannot be removed, where there is more to say than the words of the error. */
  readonly deletionRefusals?: Partial<Readonly<Record<ErrorCode, (props: PageProps) => ComponentChildren>>>
  readonly security?: SecuritySection
  readonly passkeySignIn?: PasskeySignIn
  /** By the page that the visitor is led back to. */
  readonly arrival?: (visit: Visit) => Promise<Arrival | undefined>
  /** Lines for the service in the console: terms, and what is said of each. */
  readonly serviceFacts?: (props: PageProps) => Promise<ComponentChildren>
  /** A part of the console's page of an account, below the sessions. */
  readonly ofUser?: (props: PageProps, accountId: string) => Promise<ComponentChildren>
}

/** Filled when the subjects are joined, in their order. */
export const PAGE_HOOKS: PageHooks[] = []

export const securitySections = (): readonly SecuritySection[] =>
  PAGE_HOOKS.flatMap(({ security }) => security ?? []).toSorted((one, other) => one.rank - other.rank)

export async function securityContent(panel: Panel): Promise<ComponentChildren> {
  const sections = securitySections()
  for (const { step } of sections) {
    const alone = await step?.(panel)
    if (alone !== undefined) return alone
  }
  return Promise.all(sections.map(({ content }) => content(panel)))
}

export async function arrivalOf(visit: Visit): Promise<Arrival | undefined> {
  for (const { arrival } of PAGE_HOOKS) {
    const found = await arrival?.(visit)
    if (found) return found
  }
  return undefined
}

/** Undefined where passkeys were left out of the service. */
export const passkeySignIn = (): PasskeySignIn | undefined => PAGE_HOOKS.find((one) => one.passkeySignIn)?.passkeySignIn

export const deletionWords = (props: PageProps): Partial<Record<ErrorCode, ComponentChildren>> =>
  Object.fromEntries(
    PAGE_HOOKS.flatMap(({ deletionRefusals = {} }) => Object.entries(deletionRefusals)).map(([code, say]) => [code, say(props)]),
  )
