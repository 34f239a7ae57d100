import { version } from '../../../platform/kernel/version.ts'
import { operatorsAddresses } from '../../../platform/outgoing/addresses-of.ts'
import { send } from '../../../platform/outgoing/send.ts'
import { BrokenOff, type Deliver, type Line, TooLarge } from './streamed-event.ts'

const TIMEOUT_MS = 15_000
const TOO_LARGE = 413
/** Severities of OpenTelemetry. */
const INFO = { severityNumber: 9, severityText: 'INFO' }
const WARN = { severityNumber: 13, severityText: 'WARN' }

/** To a collector of OpenTelemetry, as https://opentelemetry.io/docs/specs/otlp/ has it, in JSON. */
export const postLogs =
  (url: URL, publicUrl: string, given: Readonly<Record<string, string>> = {}): Deliver =>
  async (lines, cut) => {
    const body = JSON.stringify(logsOf(lines, publicUrl))
    const headers = { 'user-agent': `Latchkey/${version()}`, ...given, 'content-type': 'application/json' }
    const sent = await send({ url, headers, body, timeoutMs: TIMEOUT_MS, cut, addresses: operatorsAddresses })
    const { outcome, status, brokeOff } = sent
    if (status === TOO_LARGE) throw new TooLarge()
    if (brokeOff) throw new BrokenOff(outcome)
    if (outcome !== 'delivered') throw new Error(outcome)
    return rejectedIn(sent.body)
  }

/** A collector may take a part and answer with 200; the standard forbids to send the rest again. */
function rejectedIn(answer: string | undefined): number {
  try {
    const { partialSuccess } = JSON.parse(answer ?? '') as { readonly partialSuccess?: { readonly rejectedLogRecords?: unknown } }
    return Number(partialSuccess?.rejectedLogRecords ?? 0) || 0
  } catch {
    return 0
  }
}

const logsOf = (lines: readonly Line[], publicUrl: string) => ({
  resourceLogs: [
    {
      resource: {
        attributes: attributes({ 'service.name': 'latchkey', 'service.version': version(), 'service.address': publicUrl }),
      },
      scopeLogs: [{ scope: { name: 'latchkey.audit' }, logRecords: lines.map(recordOf) }],
    },
  ],
})

function recordOf(line: Line) {
  const at = `${Date.parse(line.createdAt)}000000`
  return {
    ...{ timeUnixNano: at, observedTimeUnixNano: at },
    ...(line.success ? INFO : WARN),
    eventName: line.type,
    body: anyValue(line),
    attributes: attributes({
      'log.record.uid': line.id,
      'event.name': line.type,
      'latchkey.sequence': line.sequence,
      'ocsf.class_uid': line.ocsf.classUid,
      'ocsf.activity_id': line.ocsf.activityId,
    }),
  }
}

const attributes = (values: object) => Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }))

/** As JSON has them: whole numbers are text there, because they may be longer than JavaScript's. */
function anyValue(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  return value === null || value === undefined ? {} : { kvlistValue: { values: attributes(value) } }
}
