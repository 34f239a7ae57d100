import { servedPath } from '../../platform/kernel/own-path.ts'
import type { Scope } from '../../platform/kernel/scopes.ts'
import { Address } from '../../platform/pages/components/address.tsx'
import { HiddenFields } from '../../platform/pages/components/form.tsx'
import { Icon } from '../../platform/pages/components/icon.tsx'
import { Initials } from '../../platform/pages/components/initials.tsx'
import { pagePaths } from '../page-paths.ts'
import type { View, Visit } from './view.ts'

export interface NavigationItem {
  readonly path: string
  readonly words: string
  readonly icon: Parameters<typeof Icon>[0]['name']
  /** A path elsewhere whose pages belong to this item. */
  readonly covers?: string
}

/** Shown to administrators who may open it. */
export type ConsolePlace = NavigationItem & { readonly scope: Scope | 'none' }

interface NavigationProps {
  readonly view: View
  /** Undefined on error pages, where the caller is not known. */
  readonly visit: Visit | undefined
  readonly label: string
  /** The last group is at the foot of the page. */
  readonly groups: readonly (readonly NavigationItem[])[]
}

const ID = 'places'

/** On a narrow screen the navigation is a popover, which needs no script. */
export function Navigation({ view, visit, label, groups }: NavigationProps) {
  const [here = ''] = (visit?.address ?? '').split('?')
  const served = (path: string) => (visit ? servedPath(visit.deps.config.server, path) : path)
  return (
    <>
      <button type="button" class="quiet places-button" popovertarget={ID}>
        <Icon name="menu" />
        {view.t.common.menu}
      </button>
      <nav class="places" id={ID} aria-label={label} popover="auto">
        {groups.map((places, at) => (
          <ul class={at === groups.length - 1 ? 'end' : undefined}>
            {at === groups.length - 1 && visit?.caller && (
              <li>
                <WhoIsHere account={visit.caller.account} />
              </li>
            )}
            {places.map((place) => (
              <li key={place.path}>
                <a href={place.path} {...currentAt(place, here, places, served)}>
                  <Icon name={place.icon} />
                  {place.words}
                </a>
              </li>
            ))}
            {at === groups.length - 1 && visit && (
              <li>
                <SignOut view={view} visit={visit} />
              </li>
            )}
          </ul>
        ))}
      </nav>
    </>
  )
}

const WhoIsHere = ({ account: { name, email } }: { readonly account: { readonly name: string; readonly email: string } }) => (
  <span class="person">
    <Initials name={name} />
    <span>
      <b class="one-line" title={name}>
        <bdi>{name}</bdi>
      </b>
      <small class="faint">
        <Address email={email} cut="two-lines" />
      </small>
    </span>
  </span>
)

function SignOut({ view, visit }: { readonly view: View; readonly visit: Visit }) {
  return (
    <form method="post" action={pagePaths.signOut}>
      <HiddenFields form={{ view, visit, action: 'signOut' }} />
      <button type="submit" class="place">
        <Icon name="leave" />
        {view.t.signOut.submit}
      </button>
    </form>
  )
}

/** Pages below an item belong to the item, unless another item of the group is below it. */
function currentAt(
  { path, covers }: NavigationItem,
  here: string,
  places: readonly NavigationItem[],
  served: (path: string) => string,
) {
  if (served(path) === here) return { 'aria-current': 'page' } as const
  const isBelow = here.startsWith(`${served(path)}/`) && !places.some((one) => one.path.startsWith(`${path}/`))
  return isBelow || (covers !== undefined && here.startsWith(`${served(covers)}/`)) ? ({ 'aria-current': 'true' } as const) : {}
}
