import { optionalInteger, text } from '../kinds.ts'

// biome-ignore format: a table is read by its rows
export const metrics = {
  port: optionalInteger({ env: 'METRICS_PORT', min: 0, max: 65_535, help: 'Port of the Prometheus metrics, at `/metrics`; none unless set, and 0 picks a free one.' }),
  host: text({ env: 'METRICS_HOST', default: '127.0.0.1', pattern: /^[\w.:-]+$/, expected: 'a host name or an address', help: 'Address that the metrics port listens on. Whoever reaches it can read them.' }),
} as const
