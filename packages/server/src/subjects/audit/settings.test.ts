import { describe, expect, it } from 'vitest'
import { load, problems, production } from '../../../test/support/config-problems.ts'

const STREAM = { AUDIT_STREAM: 'otlp:https://collector.example.com/v1/logs' }

describe('AUDIT_CHECKPOINT_MAIL', () => {
  it('is one address, and needs a mail sender', () => {
    const env = { ...production, AUDIT_CHECKPOINT_MAIL: 'Security@example.com' }
    expect(load(env).audit.checkpointMail).toBe('security@example.com')
    const { SMTP_URL: _, ...unsent } = env
    const without = { ...unsent, DISABLE_ADMIN_TWO_FACTOR: 'true' }
    expect(problems(without).join()).toContain('AUDIT_CHECKPOINT_MAIL: needs a mail sender; set SMTP_URL')
    for (const wrong of ['security', 'a@example.com, b@example.com', 'Ada <ada@example.com>'])
      expect(problems({ ...production, AUDIT_CHECKPOINT_MAIL: wrong })).toEqual([
        'AUDIT_CHECKPOINT_MAIL: must be an address such as security@example.com',
      ])
  })
})

describe('AUDIT_STREAM_HEADERS', () => {
  it('are read as OpenTelemetry has them, and shown nowhere', () => {
    const { audit } = load({ ...production, ...STREAM, AUDIT_STREAM_HEADERS: 'authorization=Bearer%20t0ken,x-scope=a' })
    expect(audit.streamHeaders?.reveal()).toBe('authorization=Bearer%20t0ken,x-scope=a')
    expect(JSON.stringify(audit)).not.toContain('t0ken')
  })

  it('need a collector of OpenTelemetry', () => {
    for (const stream of [{}, { AUDIT_STREAM: 'stdout' }, { AUDIT_STREAM: 'file:audit.ndjson' }])
      expect(problems({ ...production, ...stream, AUDIT_STREAM_HEADERS: 'x-scope=a' })).toEqual([
        'AUDIT_STREAM_HEADERS: needs AUDIT_STREAM to be otlp:URL',
      ])
  })

  it.each(['token', '=a', 'x scope=a', 'x-scope=', 'x-scope=%zz', 'x-scope=a%0d%0ax: b', 'x=a,', 'Content-Length=1', 'host=a'])(
    'cannot be %j',
    (wrong) => {
      const told = problems({ ...production, ...STREAM, AUDIT_STREAM_HEADERS: wrong })
      expect(told).toEqual([expect.stringContaining('AUDIT_STREAM_HEADERS: must be `name=value,name=value`')])
      expect(told.join()).not.toContain(wrong)
    },
  )
})
