import { createElement } from 'react'
import type { Client } from '../../src/client.ts'
import { useAuth } from '../../src/react.ts'

/** Says who is signed in, in three places, as a head, a menu and a page would. */
export const Who = ({ client, onShow }: { client: Client; onShow?: (text: string) => void }) =>
  createElement('div', null, ...[1, 2, 3].map((key) => createElement(One, { key, client, onShow })))

function One({ client, onShow }: { client: Client; onShow: ((text: string) => void) | undefined }) {
  const { status, user } = useAuth(client)
  const text = `${status} ${user?.name ?? ''}`.trim()
  onShow?.(text)
  return createElement('output', null, text)
}
