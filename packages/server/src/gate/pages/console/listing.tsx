import type { ComponentChildren } from 'preact'
import type { Texts } from '../../../platform/kernel/hosted-page.ts'
import { addressOf, Nothing, Unreadable } from './filters.tsx'
import { KeysetPager } from './pager.tsx'

type NothingProps = Parameters<typeof Nothing>[0]

interface ListingProps extends Omit<NothingProps, 'found' | 'words'> {
  /** Undefined where the address cannot be read. */
  readonly found: NothingProps['found'] | undefined
  readonly shown: number
  readonly none: string
  readonly children: ComponentChildren
}

export function Listing({ view, found, shown, none, icon, start, children }: ListingProps) {
  if (!found) return <Unreadable view={view} />
  if (shown === 0) return <Nothing view={view} found={found} words={none} icon={icon} start={start} />
  return children
}

type PagerProps = Parameters<typeof KeysetPager>[0]

type ListSheetProps = PagerProps & Pick<ListingProps, 'none' | 'icon' | 'children'> & { readonly filters: Texts }

export const ListSheet = ({ none, icon, children, ...list }: ListSheetProps) => (
  <>
    <div class="sheet">
      <Listing {...list} none={none} icon={icon} start={addressOf(list.path, list.filters)}>
        {children}
      </Listing>
    </div>
    <KeysetPager {...list} />
  </>
)
