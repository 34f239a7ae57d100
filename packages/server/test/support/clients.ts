import type { Browser } from './browser.ts'

export const WEB = {
  name: 'Grafana',
  kind: 'web',
  redirectUris: ['https://grafana.example.com/login/generic_oauth'],
} as const

/** Makes a client as an administrator does, and returns it with its secret. */
export async function clientOf(admin: Pick<Browser, 'post'>, settings: Readonly<Record<string, unknown>> = {}) {
  const { status, body } = await admin.post('/admin/clients', { ...WEB, ...settings })
  if (status !== 201) throw new Error(`no client was made: ${JSON.stringify(body)}`)
  return { client: body.client, id: body.client.id as string, secret: body.secret as string }
}
