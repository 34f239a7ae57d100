import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const appsEvents = {
  'app.session.created': { about: 'sessions', activity: false },
} as const satisfies EventRows

type AppsEvents = typeof appsEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends AppsEvents {}
}
