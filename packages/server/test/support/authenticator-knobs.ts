import type { Cbor } from './cbor.ts'

/** The flags of authenticator data, by the names of the standard. */
export interface Flags {
  readonly up: boolean
  readonly uv: boolean
  readonly be: boolean
  readonly bs: boolean
  readonly at: boolean
  readonly ed: boolean
}

/** What can be wrong with any answer. Whatever is signed is signed as it is sent, so that one knob makes one mistake. */
export interface Knobs {
  /** Of the page, as the browser writes it. */
  readonly origin?: unknown
  readonly type?: unknown
  readonly challenge?: unknown
  readonly crossOrigin?: unknown
  readonly topOrigin?: unknown
  /** Further members of the client data. */
  readonly extraClientData?: Readonly<Record<string, unknown>>
  /** The client data itself: no JSON, no object, or huge. */
  readonly clientData?: string | Buffer
  readonly rpIdHash?: Buffer
  readonly flags?: Partial<Flags>
  readonly counter?: number
  /** Of the authenticator, with the flag ED. */
  readonly extensions?: Cbor
  /** Cuts the authenticator's data, or adds to it, before it is signed. */
  readonly changeAuthData?: (bytes: Buffer) => Buffer
  /** For what is missing or of another type: the whole answer as JSON, to be sent otherwise. */
  readonly change?: (answer: Json) => unknown
}

export interface RegistrationKnobs extends Knobs {
  /** How long the name of the new passkey is. */
  readonly credentialIdBytes?: number
  /** A name that another passkey has. */
  readonly takenId?: string
  readonly aaguid?: string
  readonly transports?: unknown
  /** Another number for the algorithm than that of the key. */
  readonly alg?: number
  /** Another key in its place, of any form. */
  readonly cose?: Cbor
  readonly fmt?: string
  readonly attStmt?: Cbor
  /** Signed by the new key itself, in the format `packed`: rightly, but nobody asked. */
  readonly isSelfAttested?: boolean
  /** Truncated, oversized or garbage. */
  readonly changeAttestation?: (bytes: Buffer) => Buffer
  /** What the browser says of the passkey: whether it can be found without being named. */
  readonly rk?: boolean
  /** Makes one although it was told of one that it has. */
  readonly ignoresExcluded?: boolean
}

export interface AssertionKnobs extends Knobs {
  /** Which passkey answers, where there are several; named or not. */
  readonly credentialId?: string
  readonly userHandle?: string | null
  readonly signature?: Buffer | 'of another key'
}

/** A `PublicKeyCredential` as JSON, to be taken apart by a test. */
export interface Json {
  [name: string]: unknown
  id: string
  response: Record<string, unknown>
}
