import type { ComponentChildren } from 'preact'
import type { Config } from '../../platform/config/schema.ts'
import type { ErrorCode } from '../../platform/kernel/errors.ts'
import type { PageResult } from '../../platform/kernel/hosted-page.ts'
import type { Deps } from '../deps.ts'
import type { Looks } from './layout.tsx'
import type { NavigationItem } from './navigation.tsx'
import type { Hosted, PageProps, Panel, Submission, View } from './view.ts'

/** A part of the security page, and what its forms do. */
interface SecuritySection {
  /** Sections stand in this order. */
  readonly rank: number
  readonly content: (panel: Panel) => ComponentChildren | Promise<ComponentChildren>
  readonly actions: (looks: Looks) => NonNullable<Hosted['actions']>
}

/** Signing in with a passkey, on the pages of all and of administrators. */
interface PasskeySignIn {
  readonly isOn: (deps: Deps) => boolean
  readonly form: (props: PageProps) => ComponentChildren
  readonly submit: (call: Submission) => Promise<PageResult>
}

/** What a subject adds to pages that are not its own. */
export interface PageHooks {
  /** Places of the account centre, before the last one. */
  readonly accountPlaces?: (view: View, config: Config) => readonly NavigationItem[]
  /** Places of the console, before those of keys and the log. */
  readonly consolePlaces?: (view: View, config: Config) => readonly NavigationItem[]
  /** Why an account cannot be removed, by code, where there is more to say than the error's own words. */
  readonly deletionRefusals?: Partial<Readonly<Record<ErrorCode, (props: PageProps) => ComponentChildren>>>
  readonly security?: SecuritySection
  readonly passkeySignIn?: PasskeySignIn
  /** What the console says of an account, below where it is signed in. */
  readonly ofUser?: (props: PageProps, accountId: string) => Promise<ComponentChildren>
}

/** Of all subjects, in their order; filled when they are joined. */
export const PAGE_HOOKS: PageHooks[] = []

export const securitySections = (): readonly SecuritySection[] =>
  PAGE_HOOKS.flatMap(({ security }) => security ?? []).toSorted((one, other) => one.rank - other.rank)

/** Undefined where the subject of passkeys is not there. */
export const passkeySignIn = (): PasskeySignIn | undefined => PAGE_HOOKS.find((one) => one.passkeySignIn)?.passkeySignIn

/** The words of every subject for a form that removes an account. */
export const deletionWords = (props: PageProps): Partial<Record<ErrorCode, ComponentChildren>> =>
  Object.fromEntries(
    PAGE_HOOKS.flatMap(({ deletionRefusals = {} }) => Object.entries(deletionRefusals)).map(([code, say]) => [code, say(props)]),
  )
