import type { RelyingParty } from './relying-party.ts'

/** In bytes. Longer answers are not honest, and not parsed. WebAuthn itself limits the credential id and the user handle. */
const MAX_BYTES = {
  credentialId: 1023,
  clientDataJSON: 4096,
  attestationObject: 4096,
  authenticatorData: 2048,
  /** Twice the signature of an RSA key of 4096 bits. */
  signature: 1024,
  userHandle: 64,
} as const

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Only canonical base64url is taken, so that one value has one spelling. */
function bytesIn(fields: Fields, name: string, most: number): string | undefined {
  const text = fields[name]
  if (typeof text !== 'string' || text === '' || text.length > Math.ceil((most * 4) / 3)) return undefined
  return Buffer.from(text, 'base64url').toString('base64url') === text ? text : undefined
}

export const credentialIdOf = (input: unknown): string | undefined =>
  isFields(input) ? bytesIn(input, 'id', MAX_BYTES.credentialId) : undefined

/** What registrations and sign-ins have in common, of a `PublicKeyCredential` as JSON. */
function readAnswer(input: unknown) {
  const id = credentialIdOf(input)
  if (id === undefined || !isFields(input)) return undefined
  const { rawId, type, response, clientExtensionResults: extensions } = input
  if (rawId !== id || type !== 'public-key' || !isFields(response)) return undefined
  const clientDataJSON = bytesIn(response, 'clientDataJSON', MAX_BYTES.clientDataJSON)
  return clientDataJSON === undefined ? undefined : { id, clientDataJSON, response, extensions }
}

const TRANSPORTS: ReadonlySet<unknown> = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

/** Transports are only hints for browsers, so unknown ones are dropped. */
export function readTransports(input: unknown): readonly string[] | undefined {
  if (input === undefined) return []
  return Array.isArray(input) ? [...new Set<string>(input.filter((one) => TRANSPORTS.has(one)))] : undefined
}

export function readRegistration(input: unknown) {
  const answer = readAnswer(input)
  if (!answer) return undefined
  const attestationObject = bytesIn(answer.response, 'attestationObject', MAX_BYTES.attestationObject)
  const transports = readTransports(answer.response['transports'])
  if (attestationObject === undefined || transports === undefined) return undefined
  return { ...answer, attestationObject, transports, isHidden: isHidden(answer.extensions) }
}

/** Whether the browser says that the passkey is not discoverable. Most browsers say nothing about it. */
const isHidden = (extensions: unknown): boolean =>
  isFields(extensions) && isFields(extensions['credProps']) && extensions['credProps']['rk'] === false

export function readAssertion(input: unknown) {
  const answer = readAnswer(input)
  if (!answer) return undefined
  const authenticatorData = bytesIn(answer.response, 'authenticatorData', MAX_BYTES.authenticatorData)
  const signature = bytesIn(answer.response, 'signature', MAX_BYTES.signature)
  const userHandle = bytesIn(answer.response, 'userHandle', MAX_BYTES.userHandle)
  // An authenticator need not name the owner of the passkey; browsers then send null, or nothing.
  const isBroken = userHandle === undefined && (answer.response['userHandle'] ?? '') !== ''
  if (authenticatorData === undefined || signature === undefined || isBroken) return undefined
  return { ...answer, authenticatorData, signature, userHandle }
}

/** Also refuses an answer from a frame in a page of another site, which the library does not check everywhere. */
export function isOurClientData(
  { clientDataJSON }: { readonly clientDataJSON: string },
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
