import { expect } from 'vitest'
import { together } from '../support/rounds.ts'
import { type Race, statusesOf } from './race.ts'

const CALLERS = 40
const MINUTE = 60_000

export const auditRaces: readonly Race[] = [
  {
    what: `${CALLERS} failed sign-ins of one account: one event with the exact count, or two when a minute ends meanwhile`,
    async run({ browser, signedUp, sql }, email) {
      const { body } = await (await signedUp(email)).get('/auth/me')
      const guess = () => browser().post('/auth/login', { email, password: 'wrong horse 1' })
      expect(new Set(statusesOf(await together(CALLERS, guess)))).toEqual(new Set([401]))
      const rows = await sql(`SELECT count, created_at FROM audit_events WHERE type = 'login.failed' AND target_user_id = ?`, [
        body.id,
      ])
      expect(rows.reduce((sum, row) => sum + Number(row['count']), 0)).toBe(CALLERS)
      expect(new Set(rows.map((row) => Math.floor(Number(row['created_at']) / MINUTE))).size).toBe(rows.length)
    },
  },
]
