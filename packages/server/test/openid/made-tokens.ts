import { VERIFIER } from '../support/authorizing.ts'
import type { AskedClient } from './asked-clients.ts'
import { goodRequest } from './authorize-requests.ts'
import type { Pairs } from './changed-requests.ts'
import type { House } from './houses.ts'

type Issuing = 'strict' | 'lax' | 'third' | 'spa'

/** Puts fresh codes and tokens of one provider where a request has them in braces. */
export async function filledIn(house: House, secrets: ReadonlyMap<AskedClient, string>, sent: Pairs): Promise<Pairs> {
  const filled: (readonly [string, string])[] = []
  for (const [name, value] of sent) filled.push([name, await fill(house, secrets, value)])
  return filled
}

async function fill(house: House, secrets: ReadonlyMap<AskedClient, string>, value: string): Promise<string> {
  const secret = (id: string): string => secrets.get(id as AskedClient) ?? ''
  const plain = value.replace(/\{secret (\w+)\}/g, (_all, id: string) => secret(id))
  if (plain === '{lower case}') return `basic ${Buffer.from(`strict:${secret('strict')}`).toString('base64')}`
  const basic = /^\{basic (.*)\}$/.exec(plain)?.[1]
  if (basic !== undefined) return `Basic ${Buffer.from(basic).toString('base64')}`
  const [all, kind, id] = /\{(code|spent|refresh|rotated|access|hint) (\w+)\}/.exec(plain) ?? []
  if (all === undefined || kind === undefined || id === undefined) return plain
  return plain.replace(all, await made(house, secret, kind, id as Issuing))
}

async function made(house: House, secret: (id: string) => string, kind: string, id: Issuing): Promise<string> {
  const code = await codeOf(house, id)
  if (kind === 'code') return code
  const client: Pairs =
    id === 'spa'
      ? [['client_id', id]]
      : [
          ['client_id', id],
          ['client_secret', secret(id)],
        ]
  const verifier: Pairs = id === 'lax' ? [] : [['code_verifier', VERIFIER]]
  const address = goodRequest(id).find(([name]) => name === 'redirect_uri')?.[1] ?? ''
  const ask = async (more: Pairs) => {
    const { status, body, text } = await house.post('/oidc/token', [...client, ...more])
    if (status !== 200) throw new Error(`no tokens for ${id}: ${text}`)
    return body
  }
  const tokens = await ask([['grant_type', 'authorization_code'], ['code', code], ['redirect_uri', address], ...verifier])
  if (kind === 'spent') return code
  if (kind === 'access') return tokens.access_token
  if (kind === 'hint') return tokens.id_token
  if (kind === 'rotated')
    await ask([
      ['grant_type', 'refresh_token'],
      ['refresh_token', tokens.refresh_token],
    ])
  return tokens.refresh_token
}

async function codeOf(house: House, id: Issuing): Promise<string> {
  const sent = goodRequest(id).filter(([name]) => id !== 'lax' || !name.startsWith('code_challenge'))
  const address = await house.location(sent)
  const code = new URL(address).searchParams.get('code')
  if (code === null) throw new Error(`no code for ${id}: ${address}`)
  return code
}
