import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { pagePaths } from '../../gate/page-paths.ts'
import { hasPasswords } from '../../gate/passwords/has-passwords.ts'
import type { Config } from '../../platform/config/schema.ts'
import { Secret } from '../../platform/kernel/secret.ts'
import { newToken } from '../../platform/kernel/tokens.ts'
import type { MailTransport, OutgoingMail } from '../../platform/mail/transport.ts'
import { openEngine } from '../../platform/store/open-engine.ts'
import { createAccount } from '../../subjects/administration/commands/create-account.ts'
import { visitsTo } from './sample-visits.ts'

const PASSWORD = 'correct horse 1'
const ROOT = { name: 'Grace Hopper', email: 'grace@example.com' }
const GUEST = 'tim@example.com'
const PEOPLE = ['Ada Lovelace', 'Alan Turing', 'Katherine Johnson', 'Barbara Liskov', 'Margaret Hamilton']

const APPLICATION = {
  name: 'Grafana',
  kind: 'web',
  homeUrl: 'https://grafana.example.com',
  redirectUris: ['https://grafana.example.com/login/generic_oauth'],
}

type Cookies = Readonly<Record<'visitor' | 'typed' | 'administrator', string>>

export interface SampleService {
  readonly userId: string
  readonly organisation: { readonly id: string; readonly slug: string }
  readonly clientId: string
  /** The pages that follow a typed address, where people sign in by mail. */
  readonly steps: readonly string[]
  open(address: string, as: keyof Cookies): Promise<{ readonly type: string; readonly body: Buffer } | undefined>
  stop(): Promise<void>
}

/** A service with the operator's looks and invented people. The operator's database and mail server are not touched. */
export async function startSample(config: Config, language: string): Promise<SampleService> {
  const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-preview-'))
  const sample = sampleSettings(config, `file:${path.join(directory, 'sample.db')}`)
  const { createService } = await import('../../main.ts')
  const mails: OutgoingMail[] = []
  const transport: MailTransport = { async probe() {}, send: async (mail) => void mails.push(mail), close() {} }
  const service = await createService(sample, { log: pino({ level: 'silent' }), transport })
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
  const { send, signIn, signInByMail, typed } = visitsTo({ service, headers, mails })
  const isWithPasswords = hasPasswords(sample)
  const isByMail = sample.registration.emailSignIn !== 'off'
  const administrator = isWithPasswords ? await signIn(ROOT.email, PASSWORD) : await signInByMail(ROOT.email)
  await send('/admin/invites', { email: GUEST }, administrator)
  const founded = await send('/auth/orgs', { name: 'Analytical Engines' }, administrator)
  const organisation = founded.reply.json<SampleService['organisation']>()
  await send(`/auth/orgs/${organisation.id}/invites`, { email: GUEST, role: 'member' }, administrator)
  const made = await send('/admin/clients', APPLICATION, administrator)
  const { client } = made.reply.json<{ readonly client: { readonly id: string } }>()
  const cookies: Cookies = { visitor: '', typed: isByMail ? await typed(GUEST) : '', administrator }
  return {
    userId,
    organisation,
    clientId: client.id,
    steps: isByMail ? [...(isWithPasswords ? [`${pagePaths.signIn}?step=prove`] : []), pagePaths.signInCode] : [],
    async open(address, as) {
      const reply = await service.app.inject({ url: address, headers: { ...headers, cookie: cookies[as] } })
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
  registration: { ...config.registration, enableEmailPassword: hasPasswords(config), allowPublic: true, enableInvite: true },
  organisations: { ...config.organisations, enabled: true, creation: 'anybody' },
  twoFactor: { ...config.twoFactor, requireEmail2fa: false, disableAdminTwoFactor: true },
})
