import { duration } from '../../platform/config/kinds.ts'

// biome-ignore format: a table is read by its rows
const audit = {
  retention: duration({ env: 'AUDIT_RETENTION', default: '400d', allowZero: true, help: 'How long the audit log keeps an event; `0s` keeps it for ever. The figures of the console’s dashboard, up to 180 days back, go with it.' }),
} as const

export const auditSettings = { audit }

type AuditSettings = typeof auditSettings
declare module '../../platform/config/schema.ts' {
  interface Settings extends AuditSettings {}
}
