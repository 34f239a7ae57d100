import { expect, vi } from 'vitest'
import type { World } from './world.ts'

/** Resolves when sessions are kept in memory: on PostgreSQL a process joins in the background. */
export const inUse = ({ depsFor }: Pick<World, 'depsFor'>): Promise<unknown> =>
  vi.waitFor(() => expect(depsFor().sessionCache.look().isHeld).toBe(true), { timeout: 20_000, interval: 5 })
