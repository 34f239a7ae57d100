import { createHash, randomBytes } from 'node:crypto'
import type { AssertionKnobs, Flags, Json, Knobs, RegistrationKnobs } from './authenticator-knobs.ts'
import { type Cbor, cbor } from './cbor.ts'
import { type Algorithm, type CoseKey, newCoseKey } from './cose-key.ts'

/** As our routes answer them. */
interface CreationOptions {
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
  readonly challenge: string
  readonly pubKeyCredParams: readonly { readonly alg: number }[]
  readonly excludeCredentials?: readonly { readonly id: string }[]
}

interface RequestOptions {
  readonly rpId: string
  readonly challenge: string
  readonly allowCredentials?: readonly { readonly id: string }[]
}

interface Credential {
  readonly id: string
  readonly rpId: string
  readonly userHandle: string
  readonly key: CoseKey
  counter: number
}

interface Make {
  readonly algorithm?: Algorithm
  readonly origin?: string
  readonly aaguid?: string
  readonly isBackupEligible?: boolean
  /** How far each answer counts. Passkeys that are copied do not count. */
  readonly countsBy?: number
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/**
 * A browser and its authenticator in one, of our own making, so that each of them can lie: takes the options of our routes and
 * gives back what `PublicKeyCredential.toJSON()` does. Without knobs it is honest.
 */
export class SoftwareAuthenticator {
  readonly #make: Required<Make>
  readonly #credentials: Credential[] = []

  constructor(make: Make = {}) {
    const common = { algorithm: 'ES256', origin: 'http://localhost:3000', countsBy: 0, isBackupEligible: true } as const
    this.#make = { ...common, aaguid: '00000000-0000-0000-0000-000000000000', ...make }
  }

  /** Answers `navigator.credentials.create`. */
  register(options: CreationOptions, knobs: RegistrationKnobs = {}): Json {
    const { algorithm } = this.#make
    const known = options.excludeCredentials?.some(({ id }) => this.#credentials.some((one) => one.id === id))
    if (known && !knobs.ignoresExcluded) throw new DOMException('It has one already.', 'InvalidStateError')
    const key = newCoseKey(algorithm)
    if (knobs.alg === undefined && !options.pubKeyCredParams.some(({ alg }) => alg === key.alg)) {
      throw new DOMException(`${algorithm} was not asked for.`, 'NotSupportedError')
    }
    const id = knobs.takenId ? Buffer.from(knobs.takenId, 'base64url') : randomBytes(knobs.credentialIdBytes ?? 32)
    const credential = { id: text(id), rpId: options.rp.id, userHandle: options.user.id, key, counter: 0 }
    this.#credentials.push(credential)
    const authData = this.#authData(credential, knobs, { at: true }, this.#attested(id, key, knobs))
    const clientData = this.#clientData('webauthn.create', options.challenge, knobs)
    const own = new Map<string, Cbor>([
      ['alg', key.alg],
      ['sig', key.sign(Buffer.concat([authData, sha256(clientData)]))],
    ])
    const { fmt = 'none', attStmt = new Map() } = knobs.isSelfAttested ? { fmt: 'packed', attStmt: own } : knobs
    const object = cbor(
      new Map<string, Cbor>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', authData],
      ]),
    )
    return this.#answer(credential, knobs, {
      clientExtensionResults: { credProps: { rk: knobs.rk ?? true } },
      response: {
        clientDataJSON: text(clientData),
        attestationObject: text(knobs.changeAttestation?.(object) ?? object),
        authenticatorData: text(authData),
        publicKey: text(key.spki),
        publicKeyAlgorithm: key.alg,
        transports: knobs.transports ?? ['internal', 'hybrid'],
      },
    })
  }

  /** Answers `navigator.credentials.get`. */
  assert(options: RequestOptions, knobs: AssertionKnobs = {}): Json {
    const { rpId, challenge, allowCredentials: allowed } = options
    const isAllowed = ({ id }: Credential) => allowed === undefined || allowed.some((one) => one.id === id)
    const credential = this.#credentials.findLast((one) =>
      knobs.credentialId === undefined ? one.rpId === rpId && isAllowed(one) : one.id === knobs.credentialId,
    )
    if (!credential) throw new DOMException('It has none of these.', 'NotAllowedError')
    credential.counter += this.#make.countsBy
    const authData = this.#authData(credential, knobs, {}, Buffer.alloc(0))
    const clientData = this.#clientData('webauthn.get', challenge, knobs)
    const signed = Buffer.concat([authData, sha256(clientData)])
    const signer = knobs.signature === 'of another key' ? newCoseKey(credential.key.algorithm) : credential.key
    const userHandle = knobs.userHandle === undefined ? credential.userHandle : knobs.userHandle
    return this.#answer(credential, knobs, {
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(Buffer.isBuffer(knobs.signature) ? knobs.signature : signer.sign(signed)),
        ...(userHandle !== null && { userHandle }),
      },
    })
  }

  #answer({ id }: Credential, { change }: Knobs, rest: Pick<Json, 'response'> & Record<string, unknown>): Json {
    const answer = { id, rawId: id, type: 'public-key', authenticatorAttachment: 'platform', ...rest }
    return (change ? change(answer) : answer) as Json
  }

  #clientData(type: string, challenge: string, knobs: Knobs): Buffer {
    if (knobs.clientData !== undefined) return Buffer.from(knobs.clientData)
    const { origin, crossOrigin = false, topOrigin } = knobs
    const honest = { type: knobs.type ?? type, challenge: knobs.challenge ?? challenge, origin: origin ?? this.#make.origin }
    return Buffer.from(JSON.stringify({ ...honest, crossOrigin, topOrigin, ...knobs.extraClientData }))
  }

  #authData({ rpId, counter }: Credential, knobs: Knobs, given: Partial<Flags>, attested: Buffer): Buffer {
    const { isBackupEligible: be } = this.#make
    const flags: Flags = {
      ...{ up: true, uv: true, be, bs: be, at: false, ed: knobs.extensions !== undefined },
      ...given,
      ...knobs.flags,
    }
    const bits = [flags.up, false, flags.uv, flags.be, flags.bs, false, flags.at, flags.ed]
    const fixed = Buffer.alloc(
      5,
      bits.reduce((sum, isSet, bit) => sum | (isSet ? 1 << bit : 0), 0),
    )
    fixed.writeUInt32BE(knobs.counter ?? counter, 1)
    const extensions = knobs.extensions === undefined ? Buffer.alloc(0) : cbor(knobs.extensions)
    const bytes = Buffer.concat([knobs.rpIdHash ?? sha256(rpId), fixed, attested, extensions])
    return knobs.changeAuthData?.(bytes) ?? bytes
  }

  /** The new passkey, as it stands in the authenticator's data. */
  #attested(id: Buffer, key: CoseKey, { aaguid = this.#make.aaguid, alg = key.alg, cose }: RegistrationKnobs): Buffer {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const publicKey = cose ?? new Map([...key.cose, [3, alg]])
    return Buffer.concat([Buffer.from(aaguid.replaceAll('-', ''), 'hex'), length, id, cbor(publicKey)])
  }
}
