import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { LIMIT_KINDS, MAIL_ENDS } from '../../src/platform/kernel/observer.ts'
import { figures } from '../../src/platform/metrics/figures.ts'
import { endpointList } from '../support/endpoint-list.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
}

const rules: readonly Rule[] = parse(read('deploy/prometheus-rules.yaml')).groups.flatMap(
  ({ rules }: { rules: readonly Rule[] }) => rules,
)
const panels: readonly { readonly targets: readonly { readonly expr: string }[] }[] = JSON.parse(
  read('deploy/grafana-dashboard.json'),
).panels
const expressions = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]

const registry = new Registry()
figures(registry)
const ours = new Map(registry.getMetricsAsArray().map((metric) => [metric.name, metric]))

/** A histogram is asked for by its buckets. */
const plain = (name: string) => name.replace(/_bucket$/, '')
const found = (pattern: RegExp) => expressions.flatMap((expr) => [...expr.matchAll(pattern)])

describe('the rules and the dashboard in deploy', () => {
  it('ask for figures that there are', () => {
    const names = new Set(found(/\blatchkey_\w+/g).map(([name]) => plain(name)))
    expect(names.size).toBeGreaterThan(15)
    expect([...names].filter((name) => !ours.has(name))).toEqual([])
  })

  it('ask for labels and values that there are', () => {
    const values: Readonly<Record<string, (value: string) => boolean>> = {
      status: (value) => value === '5..',
      kind: (value) => (LIMIT_KINDS as readonly string[]).includes(value),
      outcome: (value) => (MAIL_ENDS as readonly string[]).includes(value),
      route: (value) => endpointList.some(({ route }) => route.endsWith(` ${value}`)),
      type: (value) => read('docs/reference/audit-events.md').includes(`\`${value}\``),
    }
    const asked = found(/\b(latchkey_\w+)\{(\w+)=~?"([^"]+)"\}/g)
    expect(asked.length).toBeGreaterThan(5)
    const wrong = asked.flatMap(([, name = '', label = '', text = '']) => {
      const { labelNames } = ours.get(plain(name)) as unknown as { labelNames: readonly string[] }
      return labelNames.includes(label) && text.split('|').every((value) => values[label]?.(value))
        ? []
        : [`${name} ${label} ${text}`]
    })
    expect(wrong).toEqual([])
  })

  it('has every alert explained in the guide', () => {
    const explained = [...read('docs/guide/monitoring.md').matchAll(/^\| `(Latchkey\w+)`/gm)].map(([, name]) => name)
    expect(explained).toEqual(expect.arrayContaining(rules.map(({ alert }) => alert)))
    expect(explained).toHaveLength(rules.length)
  })
})
