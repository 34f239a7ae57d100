import { describe, expect, it } from 'vitest'
import { load, problems, production } from '../../../test/support/config-problems.ts'

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
