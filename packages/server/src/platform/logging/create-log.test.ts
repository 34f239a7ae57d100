import '../../subjects/index.ts'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../config/load-config.ts'
import { settings } from '../config/schema.ts'
import { secretForms } from '../kernel/secret-forms.ts'
import { createLog } from './create-log.ts'

const env = {
  SECRET: 'canary-secret-0123456789-0123456789',
  PREVIOUS_SECRET: 'canary-previous-0123456789-0123456789',
  DATABASE_URL: 'postgres://ada:canary%2Fdatabase"1@db.example/latchkey',
  DATABASE_URL_NEXT: 'postgres://ada:canary%2Fnext"1@next.example/latchkey',
  SMTP_URL: 'smtp://ada:canary%3Asmtp@mail.example',
  MAIL_FROM: 'ada@example.com',
  OAUTH_CORP_ISSUER: 'https://corp.example',
  OAUTH_CORP_CLIENT_ID: 'client',
  OAUTH_CORP_CLIENT_SECRET: 'canary-oauth-secret',
  ADMIN_EMAIL: 'ada@example.com',
  ADMIN_PASSWORD: 'canary horse 1',
  AUDIT_STREAM: 'otlp:https://collector.example/v1/logs',
  AUDIT_STREAM_HEADERS: 'authorization=Bearer%20canary-collector-token',
  READYZ_TOKEN: 'canary-readyz-0123456789-0123456789',
  REGISTRATION_HOOK_SECRET: 'whsec_Y2FuYXJ5LWhvb2stMDEyMzQ1Njc4OS0wMTIzNDU2Nzg5',
}

function logOf() {
  const lines: string[] = []
  let elapsed = 0
  const clock = { now: () => 0, elapsed: () => elapsed }
  const log = createLog(loadConfig({ env, cwd: '/' }), { to: { write: (line) => void lines.push(line) }, clock })
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line)), advance: (ms: number) => (elapsed += ms) }
}

describe('the log', () => {
  it.each(Object.keys(env).filter((name) => /SECRET|URL|PASSWORD|HEADERS|TOKEN/.test(name)))(
    'never has %s in it, whatever a peer sent back',
    (name) => {
      for (const form of secretForms(env[name as keyof typeof env])) {
        const { log, lines } = logOf()
        const peer = Object.assign(new Error(`535 not accepted: AUTH PLAIN ${form}`, { cause: new Error(form) }), {
          response: form,
        })
        log.warn({ err: peer, reason: form }, `it said ${form}`)
        expect(lines.join()).not.toContain(form)
        expect(lines.join()).toContain('[secret]')
      }
    },
  )

  it("never has a provider's login in it, in the form in which a header carries it", () => {
    const { log, lines } = logOf()
    log.warn({ reason: `401: Basic ${Buffer.from('client:canary-oauth-secret').toString('base64')}` }, 'a provider failed')
    expect(lines.join()).toContain('401: Basic [secret]')
  })

  it("never has a collector's token in it, with what names its kind or without", () => {
    const { log, lines } = logOf()
    log.warn({ reason: 'Bearer canary-collector-token', token: 'canary-collector-token' }, 'a collector failed')
    expect(lines.join()).not.toContain('canary-collector')
  })

  it('knows of every secret that the configuration has', () => {
    const secrets = settings.filter(([, setting]) => setting.isSecret).map(([, setting]) => setting.env)
    expect(Object.keys(env)).toEqual(expect.arrayContaining(secrets))
  })

  it('has of an error what leads to its cause, and nothing that a driver hangs on it', () => {
    const { log, parsed } = logOf()
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', port: 5432 })
    const error = Object.assign(new Error('failed', { cause }), { detail: 'Key (email)=(ada@example.com)', parameters: ['x'] })
    log.error({ err: error }, 'request failed')
    expect(parsed()[0].err).toEqual({
      type: 'Error',
      message: 'failed',
      stack: expect.stringContaining('create-log.test'),
      cause: { type: 'Error', message: 'refused', stack: expect.any(String), code: 'ECONNREFUSED', port: 5432 },
    })
  })

  it('tells one a second of failures that are alike, with their number and without a stack', () => {
    const { log, parsed, advance } = logOf()
    const fail = (n: number) => log.error({ err: new Error(`no connection ${n}`), requestId: `r${n}` }, 'request failed')
    for (let n = 0; n < 1000; n++) fail(n)
    log.error({ err: new Error('other') }, 'the purge failed')
    expect(parsed().map(({ err, msg }) => [msg, err.message])).toEqual([
      ['request failed', 'no connection 0'],
      ['the purge failed', 'other'],
    ])
    advance(1000)
    fail(1000)
    expect(parsed()).toHaveLength(2)
  })
})
