import pino from 'pino'
import { openAccount } from '../../gate/accounts/open-account.ts'
import { commandLineClient } from '../../gate/assembly/command-line-client.ts'
import { openStore } from '../../gate/assembly/open-store.ts'
import { templatesFor } from '../../gate/mails/templates-for.ts'
import { argon2Hasher } from '../../gate/passwords/argon2-hasher.ts'
import type { PasswordHasher } from '../../gate/passwords/passwords.ts'
import type { Config } from '../../platform/config/schema.ts'
import { newCode } from '../../platform/kernel/codes.ts'
import type { Engine } from '../../platform/store/engine.ts'
import { openMigrated } from '../../platform/store/open-migrated.ts'
import { ADMINISTRATOR, addressOf } from './people.ts'
import { type Stage, tellTheStory } from './story.ts'

export type SeededAdministrator = { readonly email: string; readonly password: string }

/**
 * Fills an empty database with some weeks of a service's life, by the routes of that service and a clock that is moved. Undefined where there
 * are accounts already: what is invented must not get between what is not.
 */
export async function seedDatabase(config: Config, now: number): Promise<SeededAdministrator | undefined> {
  const { storage } = config
  const onError = () => undefined
  // Invented rows need not survive a power cut, and the disk would take longer than all the rest.
  const sync = async () => undefined
  const { engine } = await openMigrated({ url: storage.url.reveal(), poolSize: storage.poolSize, onError, sync }, onError)
  try {
    if ((await engine.query(`SELECT id FROM accounts LIMIT 1`)).length > 0) return undefined
    return await filled(config, engine, now)
  } finally {
    await engine.close()
  }
}

async function filled(config: Config, engine: Engine, now: number): Promise<SeededAdministrator> {
  // A known password would stay known, wherever the database is taken.
  const password = `${newCode()}-1`
  const passwordHash = await argon2Hasher.hash(password, config.passwords)
  const clock = movedClock()
  const mails = readMails(config)
  const settings = settingsOf(config)
  const { createService } = await import('../../main.ts')
  const service = await createService(settings, {
    ...{ clock, templates: mails.templates, hasher: hashedOnce(password, passwordHash), log: pino({ level: 'silent' }) },
    engine: withoutClock(engine),
  })
  try {
    const stage: Stage = {
      ...{ app: service.app, origin: settings.server.publicUrl, clock, now, password },
      mailedCode: mails.lastCode,
      noteActive: () => service.depsFor().activeAccounts.flush(),
      async makeAdministrator() {
        const person = { email: addressOf(ADMINISTRATOR), name: ADMINISTRATOR, role: 'admin', passwordHash } as const
        const context = { deps: { config: settings, clock }, client: commandLineClient }
        const event = { type: 'user.registered', actor: 'operator', metadata: { role: 'admin' } } as const
        await openStore(engine).transaction((tx) => openAccount(tx, context, { ...person, mailbox: 'vouched-for' }, event))
      },
    }
    await tellTheStory(stage)
    await service.outbox.idle()
  } finally {
    await service.stop(0)
  }
  return { email: addressOf(ADMINISTRATOR), password }
}

/** What would keep people out or reach other systems is replaced. */
const settingsOf = (config: Config): Config => ({
  ...config,
  security: { ...config.security, requireCsrfToken: false },
  mail: { ...config.mail, smtpUrl: undefined, devInbox: true },
  metrics: { ...config.metrics, port: undefined },
  limits: { ...config.limits, enabled: false },
  sessions: { ...config.sessions, cacheSize: 0 },
  registration: {
    ...config.registration,
    ...{ enableEmailPassword: true, allowPublic: true, enableInvite: true, requireEmailVerification: false },
  },
  organisations: { ...config.organisations, enabled: true, creation: 'anybody' },
  twoFactor: { ...config.twoFactor, requireEmail2fa: false, defaultEnabled: false, disableAdminTwoFactor: true },
})

function movedClock() {
  let at = 0
  return {
    now: () => at,
    elapsed: () => at,
    set: (ms: number): void => {
      at = ms
    },
  }
}

/** All have the same password, so that a sign-in does not take the time of a hash. */
const hashedOnce = (password: string, hash: string): PasswordHasher => ({
  hash: async () => hash,
  verify: async (stored, typed) => stored === hash && typed === password,
  verifyForeign: async () => false,
})

/** Mails are written as ever, and the code of the last one is known. */
function readMails(config: Config) {
  const templates = templatesFor(config)
  let code = ''
  return {
    lastCode: () => code,
    templates: {
      ...templates,
      render: ((kind, language, values) => {
        code = values.code ?? code
        return templates.render(kind, language, values)
      }) satisfies typeof templates.render,
    },
  }
}

/** The database's own clock, where it has one, would not agree with the one that is moved. */
function withoutClock({ now: _, ...engine }: Engine): Engine {
  return { ...engine, close: async () => undefined }
}
