import { expect, vi } from 'vitest'
import { inTime } from './in-time.ts'
import type { World } from './world.ts'

/** Resolves when sessions are kept in memory, unless they never are: on PostgreSQL a process joins in the background. */
export async function inUse({ depsFor, config }: Pick<World, 'depsFor' | 'config'>): Promise<void> {
  if (config.sessions.cacheSize === 0) return
  await vi.waitFor(() => expect(depsFor().sessionCache.look().isHeld).toBe(true), inTime)
}
