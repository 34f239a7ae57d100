import { bad, duration, good, optionalText, secret, setting } from '../../platform/config/kinds.ts'
import { needsMail } from '../../platform/config/refusals.ts'
import type { Rule } from '../../platform/config/rule.ts'
import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import { readHeaders } from './streaming/otlp-headers.ts'

const mailAddress = (options: { readonly env: string; readonly help: string }) =>
  setting<string | undefined>(
    { ...options, default: undefined },
    {
      type: 'an address',
      show: (value) => value ?? '',
      parse: (raw) => {
        const address = typeof raw === 'string' ? canonicalEmail(raw) : undefined
        return address === undefined ? bad('must be an address such as security@example.com') : good(address)
      },
    },
  )

const streamTarget = (options: { readonly env: string; readonly help: string }) =>
  setting<string | undefined>(
    { ...options, default: undefined },
    {
      type: 'stdout, file:PATH or otlp:URL',
      show: (value) => value ?? '',
      parse: (raw) => (typeof raw === 'string' && isTarget(raw) ? good(raw) : bad('must be stdout, file:PATH or otlp:URL')),
    },
  )

function isTarget(text: string): boolean {
  if (text === 'stdout' || /^file:./.test(text)) return true
  const url = text.startsWith('otlp:') && URL.canParse(text.slice(5)) ? new URL(text.slice(5)) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

const headersProblem = (text: string): string | undefined =>
  readHeaders(text) === undefined
    ? 'must be `name=value,name=value`, the values percent-encoded, without headers that a delivery sets by itself'
    : undefined

// biome-ignore format: a table is read by its rows
const audit = {
  retention: duration({ env: 'AUDIT_RETENTION', default: '400d', allowZero: true, help: 'How long the audit log keeps an event; `0s` keeps it for ever. The figures of the console’s dashboard, up to 180 days back, go with it.' }),
  checkpointFile: optionalText({ env: 'AUDIT_CHECKPOINT_FILE', help: 'File to which every checkpoint of the audit log is added, for `latchkey audit verify`. It is worth most where those who can write the database cannot write it.' }),
  checkpointMail: mailAddress({ env: 'AUDIT_CHECKPOINT_MAIL', help: 'Address that gets the newest checkpoint of the audit log by mail, once a day (UTC) on which something came. Needs a mail sender.' }),
  stream: streamTarget({ env: 'AUDIT_STREAM', help: 'Where every sealed event goes as well: `stdout`, `file:PATH`, or `otlp:URL` for a collector of OpenTelemetry, such as `otlp:http://collector:4318/v1/logs`. Each at least once, in their order; one that was away gets what it has missed.' }),
  streamHeaders: secret({ env: 'AUDIT_STREAM_HEADERS', default: undefined, problem: headersProblem, help: 'Headers for a collector of OpenTelemetry that wants a token, written as for `OTEL_EXPORTER_OTLP_HEADERS`: `authorization=Bearer%20…`, several with commas in between.' }),
} as const

export const auditSettings = { audit }

/** A file would be written all the same, and the token be taken for used. */
const headersOfOtlp: Rule = {
  reads: ['audit.streamHeaders', 'audit.stream'],
  refuse: ({ audit: { stream, streamHeaders } }, { nameOf }) =>
    streamHeaders !== undefined && !stream?.startsWith('otlp:')
      ? `${nameOf('audit.streamHeaders')}: needs ${nameOf('audit.stream')} to be otlp:URL`
      : undefined,
}

export const auditRules: readonly Rule[] = [
  needsMail('audit.checkpointMail', (config) => config.audit.checkpointMail !== undefined),
  headersOfOtlp,
]

type AuditSettings = typeof auditSettings
declare module '../../platform/config/schema.ts' {
  interface Settings extends AuditSettings {}
}
