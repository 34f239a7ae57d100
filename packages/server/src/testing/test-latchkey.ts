import { embed } from '../embed.ts'
import { httpSettings } from '../gate/assembly/http-settings.ts'
import { templatesFor } from '../gate/mails/templates-for.ts'
import type { Config } from '../platform/config/schema.ts'
import { CookieWriter } from '../platform/http/write-cookies.ts'
import { once } from '../platform/kernel/once.ts'
import { openEngine } from '../platform/store/open-engine.ts'
import { putBack, readFirstRows } from './first-rows.ts'
import { listenAt, reservePort } from './own-address.ts'
import { signIn } from './signed-in.ts'
import { TestClock } from './test-clock.ts'
import { readCookies } from './test-cookies.ts'
import { TestMails } from './test-mails.ts'
import { readOptions, type SignedInOptions } from './test-options.ts'
import { namesAddress, refuseProduction, testConfig } from './test-settings.ts'
import { throwAwayDirectory } from './throw-away-directory.ts'

export type TestLatchkey = Awaited<ReturnType<typeof openTestLatchkey>>

/**
 * A service for the tests of an app, in this process and in a database that goes with it. What signs in without a proof is a function of
 * this object: no route does it, so nothing that listens opens an account.
 */
export async function createTestLatchkey(given: Readonly<Record<string, unknown>>) {
  refuseProduction(process.env)
  const place = throwAwayDirectory()
  const port = namesAddress(given) ? undefined : await reservePort()
  const end = async (): Promise<void> => {
    await port?.release()
    place.remove()
  }
  try {
    const config = testConfig(given, place.directory, port?.port)
    return await openTestLatchkey(config, { releasePort: async () => port?.release(), end })
  } catch (error) {
    await end()
    throw error
  }
}

interface Place {
  readonly releasePort: () => Promise<void>
  readonly end: () => Promise<void>
}

async function openTestLatchkey(config: Config, { releasePort, end }: Place) {
  const { latchkey, service, mails, clock, settled, putBackRows } = await openParts(config)
  const { depsFor, outbox, purge, limits } = service
  const { activeAccounts, keys, sessionCache } = depsFor()
  const cookies = new CookieWriter(httpSettings(config), keys.csrf, clock)
  const { publicUrl } = config.server
  let newcomers = 0
  let unlisten: (() => Promise<void>) | undefined

  return {
    ...latchkey,
    /** Where its own pages, links and cookies say that it is; there it answers after `listen()`. */
    url: publicUrl,
    listen: once(async (): Promise<string> => {
      await releasePort()
      unlisten = await listenAt(latchkey.node, config.server)
      return publicUrl
    }),
    async signedIn(options: SignedInOptions = {}) {
      const made = await signIn(
        depsFor(),
        readOptions(options, () => `user-${++newcomers}@example.com`),
      )
      const lines = cookies.change({ session: made.cookies })
      const cookie = lines.map((line) => line.split(';')[0]).join('; ')
      return { ...made, cookies: readCookies(lines, publicUrl), headers: { cookie } }
    },
    mails: (to?: string) => mails.all(to),
    lastMail: (to: string) => mails.last(to),
    lastCode: (to: string) => mails.lastCode(to),
    async advance(ms: number): Promise<void> {
      await purge.run() // one that is under way would know nothing of the new time
      clock.advance(ms)
      await purge.run()
      outbox.wake()
      await settled()
    },
    async reset(): Promise<void> {
      await settled()
      await activeAccounts.flush()
      await putBackRows()
      sessionCache.clear()
      limits.clear()
      mails.clear()
      clock.reset()
      newcomers = 0
    },
    close: once(async (): Promise<void> => {
      await latchkey.close()
      await unlisten?.()
      await end()
    }),
  }
}

/** The service with what its tests replace: time, mail, and a database that need not survive a power cut. */
async function openParts(config: Config) {
  const clock = new TestClock()
  const mails = new TestMails(() => settled())
  const templates = templatesFor(config)
  const storage = { url: config.storage.url.reveal(), poolSize: 1, onError: () => undefined, sync: async () => undefined }
  const engine = await openEngine(storage)
  const seams = { clock, engine, transport: mails.transport, templates: mails.noting(templates) }
  const { latchkey, service, inFlight } = await embed(config, seams)
  const firstRows = await readFirstRows(engine)
  const settled = async (): Promise<void> => {
    await inFlight.settled()
    await service.outbox.idle()
  }
  return { latchkey, service, mails, clock, settled, putBackRows: () => putBack(engine, firstRows) }
}
