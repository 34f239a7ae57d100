import type { NotedEntry } from './tables/challenge-bindings.ts'

/** Whether the owner can have this step spared from now on: a browser is never trusted at the administrators' door. */
export const canBeTrusted = (entry: NotedEntry | undefined): boolean => entry?.event?.type !== 'admin.login.success'
