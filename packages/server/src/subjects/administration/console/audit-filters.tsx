import { EVENT_GROUPS, EVENT_TYPES, factsOf } from '../../../gate/audit/events.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { choosableEvents } from '../../../gate/pages/choosable-events.ts'
import { Chips } from '../../../gate/pages/console/chips.tsx'
import { addressOf, ChoiceFilter, chosen, Filters, TextFilter, wrongIn } from '../../../gate/pages/console/filters.tsx'
import { may } from '../../../gate/pages/console/may.ts'
import type { PageProps, View } from '../../../gate/pages/view.ts'
import type { Texts } from '../../../platform/kernel/hosted-page.ts'
import { AUDIT_FILTERS } from './audit-query.ts'

/** A chip changes one filter and keeps the others. */
export function AuditPresets({ view, filters }: { readonly view: View; readonly filters: Texts }) {
  const words = view.t.console.audit
  const { within, from, to, ...undated } = filters
  const isByDay = from !== undefined || to !== undefined
  const period = (name: string) => addressOf(pagePaths.consoleAudit, { ...undated, within: name })
  const { success, ...others } = filters
  const isFailed = success === 'false'
  const failedOnly = addressOf(pagePaths.consoleAudit, isFailed ? others : { ...others, success: 'false' })
  return (
    <div class="row">
      <Chips
        label={words.period}
        chips={[
          { href: addressOf(pagePaths.consoleAudit, undated), words: words.anyTime, isCurrent: within === undefined && !isByDay },
          { href: period('24h'), words: words.lastDay, isCurrent: within === '24h' && !isByDay },
          { href: period('7d'), words: words.lastWeek, isCurrent: within === '7d' && !isByDay },
        ]}
      />
      <Chips label={words.success} chips={[{ href: failedOnly, words: words.failedOnly, isCurrent: isFailed }]} />
    </div>
  )
}

type AuditFiltersProps = PageProps & { readonly strangers: readonly string[]; readonly problem: string }

export function AuditFilters({ view, visit, strangers, problem }: AuditFiltersProps) {
  const { audit: words, filters: common, events } = view.t.console
  const filters = chosen(visit.query, AUDIT_FILTERS)
  const { within, from, to } = filters
  const { limit } = visit.query
  const offered = choosableEvents(EVENT_TYPES, view, filters['type'])
  const types = Object.fromEntries(offered.map((type) => [type, events[type]]))
  const groups = EVENT_GROUPS.map((about) => ({
    words: words.groups[about],
    keys: offered.filter((type) => factsOf(type)?.about === about),
  })).filter(({ keys }) => keys.length > 0)
  const outcomes = { true: words.succeeded, false: words.failed }
  const choice = { view, any: common.any }
  const takesAddresses = may(visit, 'users:read')
  const hint = takesAddresses ? words.userHint : words.idHint
  const unknown = (name: string) => {
    if (!strangers.includes(name)) return undefined
    return takesAddresses ? words.unknownUser : words.noAddresses
  }
  const wrong = (name: string) => wrongIn(view, problem, name)
  // The route refuses `from` and `to` together; only the one that is not a day is marked.
  const wrongDay = (name: string, day: string | undefined) => (isDay(day) ? undefined : wrong(name))
  const isReversed = from !== undefined && to !== undefined && isDay(from) && isDay(to) && Date.parse(to) < Date.parse(from)
  const kept = { ...(within !== undefined && { within }), ...(limit !== undefined && { limit }) }
  return (
    <Filters view={view} path={pagePaths.consoleAudit} isFiltered={Object.keys(filters).length > 0} kept={kept}>
      <ChoiceFilter {...choice} name="type" label={words.type} value={filters['type']} choices={types} groups={groups} />
      <TextFilter name="actor" label={words.actor} value={filters['actor']} hint={hint} error={unknown('actor')} />
      <TextFilter name="target" label={words.target} value={filters['target']} hint={hint} error={unknown('target')} />
      <TextFilter name="ip" label={words.ip} value={filters['ip']} error={wrong('ip')} />
      <TextFilter name="from" label={words.from} value={from} type="date" error={wrongDay('from', from)} />
      <TextFilter name="to" label={words.to} value={to} type="date" error={isReversed ? words.reversed : wrongDay('to', to)} />
      <ChoiceFilter {...choice} name="success" label={words.success} value={filters['success']} choices={outcomes} />
    </Filters>
  )
}

const isDay = (text: string | undefined): boolean => text === undefined || !Number.isNaN(Date.parse(text))
