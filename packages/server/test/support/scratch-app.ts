import '../../src/subjects/index.ts'
import { tmpdir } from 'node:os'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { cookieNames } from '../../src/platform/config/cookie-names.ts'
import { loadConfig } from '../../src/platform/config/load-config.ts'
import type { AppOptions } from '../../src/platform/http/app-options.ts'
import { createApp } from '../../src/platform/http/create-app.ts'
import { systemClock } from '../../src/platform/kernel/clock.ts'
import type { EndpointTable } from '../../src/platform/kernel/endpoint-table.ts'
import { SocketGuard } from '../../src/platform/kernel/socket-guard.ts'
import { ORIGIN } from './browser.ts'

/** The HTTP side alone, with endpoints that only a test has. Nobody is known to it, and nothing is counted. */
export function scratchApp(endpoints: EndpointTable, more: Partial<AppOptions<unknown, unknown>> = {}) {
  const app = createApp<unknown, unknown>({
    endpoints,
    openApi: async () => ({}),
    pages: [],
    receivers: [],
    hostedPages: [],
    doors: { signIn: '~/sign-in', consoleSignIn: '~/console/sign-in', stepUp: '~/step-up' },
    assets: [],
    languages: [],
    pageLanguage: () => 'en',
    languageOf: () => undefined,
    errorPage: ({ message }) => message,
    settings: {
      appName: 'Scratch',
      publicUrl: ORIGIN,
      basePath: '',
      basePathAuth: false,
      allowedOrigins: [],
      allowLoopbackOrigins: true,
      allowMissingCsrfHeaders: true,
      requireCsrfToken: false,
      trustedProxies: [],
      cookieNames: cookieNames(loadConfig({ env: {}, cwd: tmpdir() })),
      formerNames: { session: [], refresh: [] },
      cookieDomain: undefined,
      appOrigins: [],
      secureCookies: false,
      hstsIncludeSubdomains: false,
      isSwitchedOff: () => false,
      maxConnections: 10,
    },
    sockets: new SocketGuard(() => undefined),
    csrfKey: [Buffer.alloc(32)],
    heldFormsKey: [Buffer.alloc(32)],
    clock: systemClock,
    log: pino({ level: 'silent' }),
    logsRequests: false,
    observer: undefined,
    checkLimit: () => undefined,
    giveBack: () => undefined,
    nearUntil: () => undefined,
    countAtOnce: () => true,
    inMemory: undefined,
    depsFor: () => ({}),
    recognise: async () => undefined,
    accountOf: () => 'nobody',
    sessionOf: () => '',
    adminRefusal: () => undefined,
    findKey: async () => undefined,
    elevationRefusal: async () => undefined,
    requireSession: async () => ({ endsSession: false }),
    ...more,
  })
  onTestFinished(() => app.close())

  const send = async (method: 'GET' | 'POST', url: string, payload?: unknown, type = 'application/json') => {
    const reply = await app.inject({
      method,
      url,
      headers: { origin: ORIGIN, ...(payload !== undefined && { 'content-type': type }) },
      ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
    })
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    return { status: reply.statusCode, headers: reply.headers, body: isJson ? reply.json() : reply.body }
  }
  return {
    get: (url: string) => send('GET', url),
    /** Text goes as it is, whatever else as JSON. */
    post: (url: string, payload: unknown) => send('POST', url, payload),
    submit: (url: string, fields: Record<string, string>) =>
      send('POST', url, new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded'),
  }
}
