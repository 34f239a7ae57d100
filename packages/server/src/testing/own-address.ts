import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createHolder } from 'node:net'

/** A free port that stays ours: links in mails name it long before requests are taken there. */
export async function reservePort() {
  const holder = createHolder((socket) => socket.destroy()).unref()
  holder.listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const release = async (): Promise<void> => {
    if (!holder.listening) return
    holder.close()
    await once(holder, 'close')
  }
  return { port, release }
}

export async function listenAt(listener: RequestListener, { host, port }: { readonly host: string; readonly port: number }) {
  const server = createServer(listener).listen(port, host)
  await once(server, 'listening')
  return async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
}
