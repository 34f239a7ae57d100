import { expect, vi } from 'vitest'
import type { World } from './world.ts'

/** Resolves when a service keeps sessions in memory: on PostgreSQL it joins the others in the background. */
export const sessionCacheInUse = ({ depsFor }: Pick<World, 'depsFor'>): Promise<void> =>
  vi.waitFor(() => expect(depsFor().sessionCache.look().isHeld).toBe(true), { timeout: 10_000, interval: 5 })
