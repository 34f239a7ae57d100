import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './shared.ts'

interface LogRecord {
  readonly eventName: string
  readonly severityNumber: number
  readonly timeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly intValue?: string } }[]
  readonly body: { readonly kvlistValue: { readonly values: readonly unknown[] } }
}

interface Asked {
  readonly headers: http.IncomingHttpHeaders
  readonly isTaken: boolean
  readonly records: readonly LogRecord[]
}

/** A collector of OpenTelemetry's logs, which answers as the test wants. */
export async function logCollector() {
  const asked: Asked[] = []
  let mostBytes = Number.POSITIVE_INFINITY
  let refuse = (response: http.ServerResponse): unknown => response.writeHead(413).end()
  let answer = (response: http.ServerResponse): unknown => response.end('{}')
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { resourceLogs } = JSON.parse(body.toString())
      const isTaken = body.length <= mostBytes
      asked.push({ headers: request.headers, isTaken, records: resourceLogs[0].scopeLogs[0].logRecords })
      if (isTaken) answer(response)
      else refuse(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const records = (from = 0) => asked.slice(from).flatMap(({ isTaken, records: sent }) => (isTaken ? sent : []))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/logs`,
    asked,
    records,
    /** The numbers of the events, in the order in which they came. */
    numbers: (from = 0) =>
      records(from).map(({ attributes }) => Number(attributes.find(({ key }) => key === 'latchkey.sequence')?.value.intValue)),
    answers: (status: number, body = '{}', headers = {}) => {
      answer = (response) => response.writeHead(status, headers).end(body)
    },
    takesAtMost: (bytes: number) => {
      mostBytes = bytes
    },
    /** With more it ends the connection, and says nothing. */
    breaksOffAbove: (bytes: number) => {
      mostBytes = bytes
      refuse = (response) => response.socket?.resetAndDestroy()
    },
    hangs: () => {
      answer = () => undefined
    },
  }
}
