import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isFailingOver, serverUrls } from '../../kernel/server-urls.ts'
import { LEASE_MS, MARGIN_MS } from '../lease/lease-times.ts'
import { reasonOf } from '../reason-of.ts'
import { type Server, serverOf } from './server-identity.ts'

/** Several hosts are asked at once, and a host that swallows packets is waited for no longer. */
const LOOK_MS = 1500

class NoPrimary extends Error {}

interface Look {
  readonly url: string
  readonly server: Server
}

/**
 * Knows which of several servers takes writes. A server with an older timeline than one that was seen before is a former primary: what
 * was written to it would be lost, so it is never used again. With one host, of which nothing is asked, that one is the primary.
 */
export class Primary {
  readonly #urls: readonly string[]
  readonly #isChecked: boolean
  readonly #onChange = new Set<() => void>()
  #url: string
  #known: Server | undefined
  #isLost: boolean
  #finding: Promise<void> | undefined

  constructor(url: string) {
    this.#urls = serverUrls(url)
    this.#isChecked = isFailingOver(url)
    this.#isLost = this.#isChecked
    this.#url = this.#urls[0] ?? url
  }

  /** Of one host. To be trusted after `find`, and what it leads to after `admit`. */
  get url(): string {
    return this.#url
  }

  /** The connection, or a server that it led to, is gone: the next `find` looks for it anew. */
  lose(): void {
    this.#isLost = this.#isChecked
  }

  /** Calls back when another server has become the primary: nothing may be done at the old one any more. */
  watch(onChange: () => void): () => void {
    this.#onChange.add(onChange)
    return () => void this.#onChange.delete(onChange)
  }

  find(): Promise<void> {
    if (!this.#isLost) return Promise.resolve()
    this.#finding ??= this.#find().finally(() => (this.#finding = undefined))
    return this.#finding
  }

  /** Before a new connection is used. Throws where it does not lead to the primary. */
  async admit(client: pg.ClientBase): Promise<void> {
    if (!this.#isChecked) return
    try {
      this.#know(await serverOf(client))
    } catch (error) {
      this.lose()
      throw error
    }
  }

  async #find(): Promise<void> {
    const looks = await Promise.allSettled(this.#urls.map(look))
    const seen = looks.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const [first] = seen
      .filter(({ server }) => this.#problemOf(server) === undefined)
      .sort((one, other) => other.server.timeline - one.server.timeline)
    if (!first) throw new NoPrimary(`no server takes writes: ${looks.map((one, index) => this.#told(one, index)).join('; ')}`)
    // With an asynchronous standby the lease of another process may be lost. It has ended, too, before anything is changed here.
    if (this.#known && this.#known.timeline < first.server.timeline) await sleep(LEASE_MS + MARGIN_MS)
    this.#url = first.url
    this.#isLost = false
  }

  #know(server: Server): void {
    const problem = this.#problemOf(server)
    if (problem) throw new NoPrimary(`the server ${problem}`)
    const isOther = this.#known !== undefined && this.#known.timeline !== server.timeline
    this.#known = server
    if (isOther) for (const tell of this.#onChange) tell()
  }

  #problemOf({ system, timeline, takesWrites }: Server): string | undefined {
    if (!takesWrites) return 'takes no writes'
    if (!this.#known) return undefined
    if (system !== this.#known.system) return 'is of another cluster'
    return timeline < this.#known.timeline
      ? `is a former primary (timeline ${timeline} after ${this.#known.timeline})`
      : undefined
  }

  #told(one: PromiseSettledResult<Look>, index: number): string {
    const { host, port } = new pg.Client({ connectionString: this.#urls[index] })
    const problem = one.status === 'fulfilled' ? this.#problemOf(one.value.server) : reasonOf(one.reason)
    return `${host}:${port} ${problem}`
  }
}

async function look(url: string): Promise<Look> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: LOOK_MS })
  client.on('error', () => undefined) // what breaks the connection fails the statement as well
  await client.connect()
  try {
    return { url, server: await serverOf(client) }
  } finally {
    void client.end()
  }
}
