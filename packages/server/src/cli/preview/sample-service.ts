import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import type { Config } from '../../platform/config/schema.ts'
import { Secret } from '../../platform/kernel/secret.ts'
import { newToken } from '../../platform/kernel/tokens.ts'
import { openEngine } from '../../platform/store/open-engine.ts'
import { createAccount } from '../../subjects/administration/commands/create-account.ts'

const PASSWORD = 'correct horse 1'
const ROOT = { name: 'Grace Hopper', email: 'grace@example.com' }
const GUEST = 'tim@example.com'
const PEOPLE = ['Ada Lovelace', 'Alan Turing', 'Katherine Johnson', 'Barbara Liskov', 'Margaret Hamilton']

export interface SampleService {
  readonly userId: string
  readonly organisation: { readonly id: string; readonly slug: string }
  open(address: string, as: 'visitor' | 'administrator'): Promise<{ readonly type: string; readonly body: Buffer } | undefined>
  stop(): Promise<void>
}

/** A service with the operator's looks and invented people. The operator's database and mail server are not touched. */
export async function startSample(config: Config, language: string): Promise<SampleService> {
  const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-preview-'))
  const sample = sampleSettings(config, `file:${path.join(directory, 'sample.db')}`)
  const { createService } = await import('../../main.ts')
  const service = await createService(sample, { log: pino({ level: 'silent' }) })
  const engine = await openEngine({ url: sample.storage.url.reveal(), poolSize: 1, onError: () => undefined })
  await createAccount(sample, engine, { ...ROOT, password: PASSWORD, role: 'admin', isVerified: true })
  let userId = ''
  for (const name of PEOPLE) {
    const email = `${name.toLowerCase().replace(' ', '.')}@example.com`
    const person = { name, email, password: undefined, role: 'user', isVerified: name.length % 2 === 0 } as const
    userId = (await createAccount(sample, engine, person)).id
  }
  await engine.close()

  const headers = { origin: sample.server.publicUrl, accept: 'text/html', 'accept-language': language }
  const payload = { email: ROOT.email, password: PASSWORD }
  const entered = await service.app.inject({ method: 'POST', url: '/auth/admin/login', headers, payload })
  const cookie = entered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const send = (url: string, payload: object) =>
    service.app.inject({ method: 'POST', url, headers: { ...headers, cookie }, payload })
  await send('/admin/invites', { email: GUEST })
  const organisation = (await send('/auth/orgs', { name: 'Analytical Engines' })).json<SampleService['organisation']>()
  await send(`/auth/orgs/${organisation.id}/invites`, { email: GUEST, role: 'member' })
  return {
    userId,
    organisation,
    async open(address, as) {
      const reply = await service.app.inject({ url: address, headers: { ...headers, ...(as === 'administrator' && { cookie }) } })
      if (reply.statusCode !== 200) return undefined
      return { type: String(reply.headers['content-type']), body: reply.rawPayload }
    },
    async stop() {
      await service.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The looks are the operator's; settings that would keep the sample out, or reach other systems, are replaced. */
const sampleSettings = (config: Config, url: string): Config => ({
  ...config,
  storage: { ...config.storage, url: new Secret(url) },
  security: { ...config.security, secret: new Secret(newToken()), previousSecret: undefined, requireCsrfToken: false },
  server: { ...config.server, basePath: '', basePathAuth: false, stopDelay: 0 },
  mail: { ...config.mail, smtpUrl: undefined },
  metrics: { ...config.metrics, port: undefined },
  limits: { ...config.limits, enabled: false },
  registration: { ...config.registration, enableEmailPassword: true, allowPublic: true, enableInvite: true },
  organisations: { ...config.organisations, enabled: true, creation: 'anybody' },
  twoFactor: { ...config.twoFactor, requireEmail2fa: false, disableAdminTwoFactor: true },
})
