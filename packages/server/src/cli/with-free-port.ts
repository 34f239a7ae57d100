import { createServer } from 'node:net'
import type { Config } from '../platform/config/schema.ts'
import { CannotListen } from '../platform/kernel/cannot-listen.ts'

/**
 * With `PORT=0` and no public URL, links in mails would lead to port 0, because they are made of the configuration, which is
 * there before anything listens. So the port is picked first, and stands in both. With a public URL nothing has to be known.
 */
export async function withFreePort(config: Config): Promise<Config> {
  if (new URL(config.server.publicUrl).port !== '0') return config
  const port = await freePort(config.server.host)
  return { ...config, server: { ...config.server, port, publicUrl: `http://localhost:${port}` } }
}

const freePort = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(CannotListen.from(error, { host, port: 0, setting: 'PORT' })))
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
