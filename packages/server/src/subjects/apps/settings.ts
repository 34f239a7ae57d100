import { choice } from '../../platform/config/kinds.ts'
import { forwardApps } from './forward-app.ts'

// biome-ignore format: a table is read by its rows
const forwardAuth = {
  apps: forwardApps({ env: 'FORWARD_AUTH_APPS', help: 'Applications that a proxy asks us about at `/auth/forward`, by origin, each with what it demands of people: `https://wiki.example.com;role=admin;2fa;verified`.' }),
  headers: choice({ env: 'FORWARD_AUTH_HEADERS', default: 'latchkey', of: ['latchkey', 'remote'], help: '`remote` tells the application who it is by `Remote-User`, `-Email`, `-Name` and `-Groups` as well.' }),
} as const

export const appsSettings = { forwardAuth }

type AppsSettings = typeof appsSettings
declare module '../../platform/config/schema.ts' {
  interface Settings extends AppsSettings {}
}
