import { validateHeaderName, validateHeaderValue } from 'node:http'

/** What a delivery says by itself. */
const OURS: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'content-type', 'transfer-encoding', 'expect'])

/** As `OTEL_EXPORTER_OTLP_HEADERS` has them: `name=value,name=value`, the values percent-encoded. Undefined where it is none of that. */
export function readHeaders(text: string): Readonly<Record<string, string>> | undefined {
  try {
    return Object.fromEntries(text.split(',').map(readHeader))
  } catch {
    return undefined
  }
}

function readHeader(pair: string): readonly [name: string, value: string] {
  const [, written = '', encoded = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? []
  const name = written.trim()
  const value = decodeURIComponent(encoded.trim())
  validateHeaderName(name)
  validateHeaderValue(name, value)
  if (value === '' || OURS.has(name.toLowerCase())) throw new Error(`${name} cannot be set`)
  return [name.toLowerCase(), value]
}
