import type { Walk } from './cases.ts'
import { alone, byStranger } from './preparing.ts'

export const service = {
  healthz: { well: byStranger('GET /healthz') },
  readyz: {
    well: byStranger('GET /readyz'),
    not_ready: alone(async ({ closeDatabase, browser }) => {
      await closeDatabase()
      return browser().get('/readyz')
    }),
  },
} satisfies Partial<Walk>
