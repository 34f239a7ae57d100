import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { type AuditEvent, auditIn } from '../../../gate/audit/tables/audit.ts'
import { readPage } from '../../../gate/lists/paging.ts'
import { askedToStop } from '../../../platform/commands/asked-to-stop.ts'
import { command, UsageError } from '../../../platform/commands/command.ts'
import { systemClock, timestamp } from '../../../platform/kernel/clock.ts'
import { auditEventView, readAuditQuery } from '../steps/audit-query.ts'
import { AuditFollower } from './audit-follower.ts'
import { idOf } from './id-of.ts'

const POLL_MS = 500

export const auditTail = command({
  name: 'audit tail',
  summary: 'Print the end of the audit log, the newest event last.',
  options: {
    lines: { type: 'string', short: 'n', hint: 'N', help: 'How many events; 20 unless given, 100 at most.' },
    follow: { type: 'boolean', short: 'f', help: 'Go on printing new ones until interrupted.' },
    type: { type: 'string', hint: 'TYPE', help: 'Only this kind of event, such as login.failed.' },
    user: { type: 'string', hint: 'USER', help: 'Only what happened to this account: its id, or its address.' },
    ip: { type: 'string', hint: 'IP', help: 'Only from this address.' },
    success: { type: 'string', hint: 'BOOL', help: 'Only what succeeded (true) or failed (false).' },
    json: { type: 'boolean', help: 'Print each event as JSON, one to a line.' },
  },

  async run({ values, terminal, config }) {
    const page = readPage(values.lines === undefined ? {} : { limit: values.lines })
    if (!page) throw new UsageError('--lines must be a whole number')
    const query = readAuditQuery(values)
    if ('problem' in query) throw new UsageError(`--${query.problem}`)

    await withEngine(config(), async (engine) => {
      const store = openStore(engine)
      const targetUserId = values.user === undefined ? undefined : await idOf(store, values.user)
      const follower = new AuditFollower(auditIn(store), { ...query.filter, targetUserId }, systemClock)
      const print = (events: readonly AuditEvent[]) => {
        for (const event of events) terminal.out(values.json ? JSON.stringify(auditEventView(event)) : auditLine(event))
      }
      print(await follower.last(page.limit))
      if (values.follow) await untilStopped(async () => print(await follower.next()))
    })
  },
})

async function untilStopped(look: () => Promise<void>): Promise<void> {
  const stop = new AbortController()
  void askedToStop().then(() => stop.abort())
  while (!stop.signal.aborted) {
    await look()
    await sleep(POLL_MS, undefined, { signal: stop.signal }).catch(() => undefined)
  }
}

/** A line looks like `2026-01-31T12:00:00.000Z  login.failed  failed  user=…  ip=…`. */
const auditLine = (event: AuditEvent): string =>
  [
    timestamp(event.createdAt),
    event.type,
    event.isSuccess ? 'ok' : 'failed',
    ...Object.entries({
      user: event.targetUserId,
      actor: event.actorId,
      session: event.sessionId,
      ip: event.ip,
      agent: event.userAgent,
      ...event.metadata,
    }).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}=${printable(String(value))}`])),
  ].join('  ')

/** Strangers choose their user agent: quotes keep the text from looking like a field, escapes from commanding the terminal. */
const printable = (text: string): string =>
  /^[\w.:@/+-]+$/.test(text)
    ? text
    : JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
