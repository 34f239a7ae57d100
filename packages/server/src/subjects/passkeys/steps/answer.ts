import type { RelyingParty } from './relying-party.ts'

/** In bytes. None is longer in an honest answer, and nothing longer is looked at. */
const MOST = {
  /** By the standard. */
  credentialId: 1023,
  clientDataJSON: 4096,
  attestationObject: 4096,
  authenticatorData: 2048,
  /** Twice that of an RSA key of 4096 bits. */
  signature: 1024,
  /** By the standard. */
  userHandle: 64,
} as const

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text in base64url, written in the one way that its bytes have. */
function bytesIn(fields: Fields, name: string, most: number): string | undefined {
  const text = fields[name]
  if (typeof text !== 'string' || text === '' || text.length > Math.ceil((most * 4) / 3)) return undefined
  return Buffer.from(text, 'base64url').toString('base64url') === text ? text : undefined
}

/** By which name the answer knows its passkey, so that it can be looked for. */
export const credentialIdOf = (given: unknown): string | undefined =>
  isFields(given) ? bytesIn(given, 'id', MOST.credentialId) : undefined

interface Answer {
  readonly id: string
  readonly clientDataJSON: string
  readonly response: Fields
  readonly extensions: unknown
}

/** What registrations and sign-ins have in common, of a `PublicKeyCredential` as JSON. */
function readAnswer(given: unknown): Answer | undefined {
  const id = credentialIdOf(given)
  if (id === undefined || !isFields(given)) return undefined
  const { rawId, type, response, clientExtensionResults: extensions } = given
  if (rawId !== id || type !== 'public-key' || !isFields(response)) return undefined
  const clientDataJSON = bytesIn(response, 'clientDataJSON', MOST.clientDataJSON)
  return clientDataJSON === undefined ? undefined : { id, clientDataJSON, response, extensions }
}

const TRANSPORTS: ReadonlySet<unknown> = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

/** Those that we know, each once. They are only hints for browsers. */
function readTransports(given: unknown): readonly string[] | undefined {
  if (given === undefined) return []
  return Array.isArray(given) ? [...new Set<string>(given.filter((one) => TRANSPORTS.has(one)))] : undefined
}

export function readRegistration(given: unknown) {
  const answer = readAnswer(given)
  if (!answer) return undefined
  const attestationObject = bytesIn(answer.response, 'attestationObject', MOST.attestationObject)
  const transports = readTransports(answer.response['transports'])
  if (attestationObject === undefined || transports === undefined) return undefined
  return { ...answer, attestationObject, transports, isHidden: isHidden(answer.extensions) }
}

/** Whether the browser says that the passkey cannot be found without being named. Most say nothing about it. */
const isHidden = (extensions: unknown): boolean =>
  isFields(extensions) && isFields(extensions['credProps']) && extensions['credProps']['rk'] === false

export function readAssertion(given: unknown) {
  const answer = readAnswer(given)
  if (!answer) return undefined
  const authenticatorData = bytesIn(answer.response, 'authenticatorData', MOST.authenticatorData)
  const signature = bytesIn(answer.response, 'signature', MOST.signature)
  const userHandle = bytesIn(answer.response, 'userHandle', MOST.userHandle)
  // An authenticator need not say whose passkey it is; browsers then write null, or nothing.
  const isBroken = userHandle === undefined && (answer.response['userHandle'] ?? '') !== ''
  if (authenticatorData === undefined || signature === undefined || isBroken) return undefined
  return { ...answer, authenticatorData, signature, userHandle }
}

/**
 * Whether the browser was on a page of ours and answered this very challenge. In a frame of another site's page it would say that
 * it was; the library does not look at that everywhere.
 */
export function isOurClientData(
  { clientDataJSON }: Pick<Answer, 'clientDataJSON'>,
  type: 'webauthn.create' | 'webauthn.get',
  { origins }: RelyingParty,
  challenge: string,
): boolean {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    if (!isFields(data) || data['type'] !== type || data['challenge'] !== challenge) return false
    const isInOwnPage = (data['crossOrigin'] ?? false) === false && data['topOrigin'] === undefined
    return isInOwnPage && origins.some((origin) => origin === data['origin'])
  } catch {
    return false
  }
}
