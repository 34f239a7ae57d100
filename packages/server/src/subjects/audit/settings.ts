import { duration, optionalText } from '../../platform/config/kinds.ts'

// biome-ignore format: a table is read by its rows
const audit = {
  retention: duration({ env: 'AUDIT_RETENTION', default: '400d', allowZero: true, help: 'How long the audit log keeps an event; `0s` keeps it for ever. The figures of the console’s dashboard, up to 180 days back, go with it.' }),
  checkpointFile: optionalText({ env: 'AUDIT_CHECKPOINT_FILE', help: 'File to which every checkpoint of the audit log is added, for `latchkey audit verify`. It is worth most where those who can write the database cannot write it.' }),
} as const

export const auditSettings = { audit }

type AuditSettings = typeof auditSettings
declare module '../../platform/config/schema.ts' {
  interface Settings extends AuditSettings {}
}
