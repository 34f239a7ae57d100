import type { ComponentChildren } from 'preact'
import type { Config } from '../../platform/config/schema.ts'
import type { ErrorCode } from '../../platform/kernel/errors.ts'
import type { NavigationItem } from './navigation.tsx'
import type { PageProps, View } from './view.ts'

/** What a subject adds to pages that are not its own. */
export interface PageHooks {
  /** Places of the account centre, before the last one. */
  readonly accountPlaces?: (view: View, config: Config) => readonly NavigationItem[]
  /** Places of the console, before those of keys and the log. */
  readonly consolePlaces?: (view: View, config: Config) => readonly NavigationItem[]
  /** Why an account cannot be removed, by code, where there is more to say than the error's own words. */
  readonly deletionRefusals?: Partial<Readonly<Record<ErrorCode, (props: PageProps) => ComponentChildren>>>
  /** What the console says of an account, below where it is signed in. */
  readonly ofUser?: (props: PageProps, accountId: string) => Promise<ComponentChildren>
}

/** Of all subjects, in their order; filled when they are joined. */
export const PAGE_HOOKS: PageHooks[] = []

/** The words of every subject for a form that removes an account. */
export const deletionWords = (props: PageProps): Partial<Record<ErrorCode, ComponentChildren>> =>
  Object.fromEntries(
    PAGE_HOOKS.flatMap(({ deletionRefusals = {} }) => Object.entries(deletionRefusals)).map(([code, say]) => [code, say(props)]),
  )
