import type { Browser, Reply } from './browser.ts'
import { PASSWORD } from './world.ts'

/** How long a proof counts, unless somebody sets it. */
export const STEP_UP_MS = 600_000

/** Until when a session counts as freshly proved. */
export const elevatedUntil = async (browser: Browser): Promise<string | null> =>
  (await browser.get('/auth/step-up')).body.elevatedUntil

export const stepUp = (browser: Browser, body: object = { password: PASSWORD }): Promise<Reply> =>
  browser.post('/auth/step-up', body)
