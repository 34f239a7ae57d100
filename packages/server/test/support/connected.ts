import { accountsIn } from '../../src/gate/accounts/tables/accounts.ts'
import { commandLineClient } from '../../src/gate/assembly/command-line-client.ts'
import { sessionsIn } from '../../src/gate/sessions/tables/sessions.ts'
import { inTransaction } from '../../src/gate/transaction.ts'
import { addAccessToken, newAccessToken } from '../../src/subjects/openid/steps/access-tokens.ts'
import { openGrant } from '../../src/subjects/openid/steps/grants.ts'
import { makeClient, type NewClient } from '../../src/subjects/openid/steps/make-client.ts'
import { clientsIn } from '../../src/subjects/openid/tables/clients.ts'
import type { Browser } from './browser.ts'
import { WEB } from './clients.ts'
import type { World } from './world.ts'

type Service = Pick<World, 'depsFor' | 'clock' | 'browser'>

/** An application, made as at the command line. */
export async function application({ depsFor }: Service, settings: Partial<NewClient> = {}) {
  const { client } = await makeClient(
    { deps: depsFor(), client: commandLineClient },
    { ...WEB, redirectUris: [...WEB.redirectUris], ...settings },
  )
  return client
}

/** What an application holds once a person has let it in from this browser. */
export async function connect(here: Service, browser: Browser, clientId: string, { hasOwnSession = false } = {}) {
  const { body } = await browser.get('/auth/me')
  const token = newAccessToken()
  const { grant, session } = await inTransaction({ deps: here.depsFor(), client: commandLineClient }, async (tx) => {
    const account = await accountsIn(tx).lock(body.id, here.clock.now())
    const from = await sessionsIn(tx).find(body.session.id)
    const client = await clientsIn(tx).find(clientId)
    if (!account || !from || !client) throw new Error('nobody to let in, or nothing')
    const opened = await openGrant(tx, {
      account,
      client,
      session: from,
      scopes: ['openid'],
      own: hasOwnSession ? { fromSessionId: from.id } : undefined,
    })
    const of = { grantId: opened.grant.id, session: opened.session }
    await addAccessToken(
      tx,
      { opaque: token },
      { clientId, scopes: ['openid'], audience: undefined, secondFactorAt: undefined, of },
    )
    return opened
  })
  return {
    sid: grant.id,
    accountId: grant.accountId,
    sessionId: session.id,
    token,
    /** Whether the application still gets in, at this process or another one. */
    async isGood({ browser: open }: Pick<World, 'browser'> = here): Promise<boolean> {
      const { status } = await open().get('/oidc/userinfo', { headers: { authorization: `Bearer ${token}` } })
      return status === 200
    },
  }
}

export type Connected = Awaited<ReturnType<typeof connect>>
