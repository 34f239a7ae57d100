import { Failure } from '../../../platform/kernel/errors.ts'

/** What a program says of itself, before any of it is believed. */
export interface PresentedClient {
  readonly id: string
  /** Undefined where none came; an empty one is none (RFC 6749, 2.3.1). */
  readonly secret: string | undefined
  readonly isBasic: boolean
}

interface Asked {
  readonly authorization: string | undefined
  readonly body: { readonly client_id?: string; readonly client_secret?: string }
}

const CHALLENGE = 'Basic realm="oidc", charset="UTF-8"'

/** RFC 6749, 5.2: who has tried a header is answered with the scheme of that header. */
export const clientFailure = (isBasic: boolean, message?: string): Failure<'invalid_client'> =>
  new Failure('invalid_client', { ...(isBasic && { challenge: CHALLENGE }), ...(message !== undefined && { message }) })

/** By the header or in the form, and never both (RFC 6749, 2.3); the id alone may stand in both. */
export function presentedClient({ authorization, body }: Asked): PresentedClient {
  const { client_id: id = '', client_secret: secret = '' } = body
  if (authorization === undefined || authorization === '') {
    if (id === '') throw clientFailure(false, 'No client_id came.')
    return { id, secret: secret || undefined, isBasic: false }
  }
  const basic = readBasic(authorization)
  if (basic === undefined) throw clientFailure(true, 'The Authorization header is not valid Basic.')
  if (secret !== '') throw new Failure('invalid_request', { message: 'The secret came in the header and in the form.' })
  if (id !== '' && id !== basic.id) throw new Failure('invalid_request', { message: 'The header and client_id differ.' })
  return basic
}

function readBasic(authorization: string): PresentedClient | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization)?.[1]
  const text = encoded && Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text?.indexOf(':') ?? -1
  if (!text || colon < 1) return undefined
  const [id, secret] = [formDecoded(text.slice(0, colon)), formDecoded(text.slice(colon + 1))]
  return id === undefined || secret === undefined ? undefined : { id, secret: secret || undefined, isBasic: true }
}

/** RFC 6749, 2.3.1: both parts are encoded as in a form before they are put together. */
function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
