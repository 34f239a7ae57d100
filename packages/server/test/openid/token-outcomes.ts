import type { Pairs } from './changed-requests.ts'
import type { House } from './houses.ts'

/** What a program is told, in one line: what it got, or what was wrong. */
export async function tokenOutcome(house: House, path: string, sent: Pairs): Promise<string> {
  const isHeader = ([name]: readonly [string, string]): boolean => name.startsWith('@')
  const headers = Object.fromEntries(sent.filter(isHeader).map(([name, value]) => [name.slice(1), value]))
  const form = sent.filter((pair) => !isHeader(pair))
  const { status, body = {}, headers: told } = await house.post(path, form, headers)
  if (status !== 200) return `${status} ${body.error}${told['www-authenticate'] === undefined ? '' : ' with a challenge'}`
  if (body.active !== undefined) return `200 active ${body.active}${inOrder(body.scope)} ${body.client_id ?? ''}`
  const { scope, ...others } = body
  return `200 ${Object.keys(others).sort().join(' ')}${inOrder(scope)}`
}

const inOrder = (scope?: string): string => (scope ? ` for ${scope.split(' ').sort().join(' ')}` : '')
