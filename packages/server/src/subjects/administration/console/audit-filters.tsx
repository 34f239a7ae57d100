import { EVENT_TYPES } from '../../../gate/audit/events.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Chips } from '../../../gate/pages/console/chips.tsx'
import { addressOf, ChoiceFilter, chosen, Filters, TextFilter, wrongIn } from '../../../gate/pages/console/filters.tsx'
import type { PageProps, View } from '../../../gate/pages/view.ts'
import type { Texts } from '../../../platform/kernel/hosted-page.ts'
import { AUDIT_FILTERS } from './audit-query.ts'

/** What is asked for most, in one press; whatever else was chosen stays. */
export function AuditPresets({ view, filters }: { readonly view: View; readonly filters: Texts }) {
  const words = view.t.console.audit
  const { within, from, to, success, ...rest } = filters
  const isByDay = from !== undefined || to !== undefined
  const outcome = success === undefined ? {} : { success }
  const period = (name: string | undefined): string =>
    addressOf(pagePaths.consoleAudit, { ...rest, ...outcome, ...(name !== undefined && { within: name }) })
  const isFailed = success === 'false'
  const { success: _, ...others } = filters
  return (
    <div class="row">
      <Chips
        label={words.period}
        chips={[
          { href: period(undefined), words: words.anyTime, isCurrent: within === undefined && !isByDay },
          { href: period('24h'), words: words.lastDay, isCurrent: within === '24h' && !isByDay },
          { href: period('7d'), words: words.lastWeek, isCurrent: within === '7d' && !isByDay },
        ]}
      />
      <Chips
        label={words.success}
        chips={[
          {
            href: addressOf(pagePaths.consoleAudit, isFailed ? others : { ...others, success: 'false' }),
            words: words.failedOnly,
            isCurrent: isFailed,
          },
        ]}
      />
    </div>
  )
}

interface AuditFiltersProps extends PageProps {
  readonly strangers: readonly string[]
  readonly problem: string
}

export function AuditFilters({ view, visit, strangers, problem }: AuditFiltersProps) {
  const { audit: words, filters: common, events } = view.t.console
  const filters = chosen(visit.query, AUDIT_FILTERS)
  const { within, from, to } = filters
  const { limit } = visit.query
  const types = Object.fromEntries(EVENT_TYPES.map((type) => [type, events[type]]))
  const unknown = (name: string) => (strangers.includes(name) ? words.unknownUser : undefined)
  const wrong = (name: string) => wrongIn(view, problem, name)
  /** Both ends are refused together; only what is no day is pointed out. */
  const wrongDay = (name: string, day: string | undefined) => (isDay(day) ? undefined : wrong(name))
  const isReversed = from !== undefined && to !== undefined && isDay(from) && isDay(to) && Date.parse(to) < Date.parse(from)
  const kept = { ...(within !== undefined && { within }), ...(limit !== undefined && { limit }) }
  return (
    <Filters view={view} path={pagePaths.consoleAudit} isFiltered={Object.keys(filters).length > 0} kept={kept}>
      <ChoiceFilter view={view} name="type" label={words.type} value={filters['type']} any={common.any} choices={types} />
      <TextFilter name="actor" label={words.actor} value={filters['actor']} hint={words.userHint} error={unknown('actor')} />
      <TextFilter name="target" label={words.target} value={filters['target']} hint={words.userHint} error={unknown('target')} />
      <TextFilter name="ip" label={words.ip} value={filters['ip']} error={wrong('ip')} />
      <TextFilter name="from" label={words.from} value={from} type="date" error={wrongDay('from', from)} />
      <TextFilter name="to" label={words.to} value={to} type="date" error={isReversed ? words.reversed : wrongDay('to', to)} />
      <ChoiceFilter
        view={view}
        name="success"
        label={words.success}
        value={filters['success']}
        any={common.any}
        choices={{ true: words.succeeded, false: words.failed }}
      />
    </Filters>
  )
}

const isDay = (text: string | undefined): boolean => text === undefined || !Number.isNaN(Date.parse(text))
