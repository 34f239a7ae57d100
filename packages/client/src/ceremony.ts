import type { PasskeyAuthenticationOptions, PasskeyRegistrationOptions } from './routes.ts'

/** `cancelled`: by the person, by `signal`, or because another passkey was asked for. `unsupported`: the browser has no passkeys. */
export type Unanswered = { readonly kind: 'cancelled' } | { readonly kind: 'unsupported' }

export interface Asking {
  /** Ends the question; the answer is then `cancelled`. */
  readonly signal?: AbortSignal | undefined
}

interface Credential {
  readonly id: string
  readonly type: string
  readonly response: Readonly<Record<string, ArrayBuffer | null>> & { getTransports?(): string[] }
  getClientExtensionResults(): object
}

interface Wanted {
  readonly publicKey: object
  readonly signal: AbortSignal
  readonly mediation?: 'conditional'
}

/** The parts of a browser that are used: the types of a server lack them. */
interface Browser {
  readonly PublicKeyCredential?: { isConditionalMediationAvailable?(): Promise<boolean> }
  readonly navigator?: {
    readonly credentials?: Readonly<Record<'create' | 'get', (wanted: Wanted) => Promise<Credential | null>>>
  }
}

const browser = (): Browser => globalThis as unknown as Browser

/** Whether this browser has passkeys at all. */
export const hasPasskeys = (): boolean => Boolean(browser().PublicKeyCredential && browser().navigator?.credentials)

/** Whether it offers them while a field is filled in. */
export const canAutofill = async (): Promise<boolean> =>
  hasPasskeys() && Boolean(await browser().PublicKeyCredential?.isConditionalMediationAvailable?.())

const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

type Named = readonly { readonly id: string }[] | undefined
const named = (list: Named) => list?.map((one) => ({ ...one, id: bytesOf(one.id) }))

const BYTES = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']

/** Written out here, because older browsers lack `toJSON`, and so do extensions that stand in for an authenticator. */
function jsonOf(credential: Credential): object {
  const { id, type, response } = credential
  const parts = BYTES.flatMap((name) => (response[name] ? [[name, textOf(response[name])]] : []))
  return {
    ...{ id, rawId: id, type, clientExtensionResults: credential.getClientExtensionResults() },
    response: { ...Object.fromEntries(parts), transports: response.getTransports?.() },
  }
}

/** Ends with `signal`, and by itself; what listens to `signal` goes with it. */
export function endingWith(signal: AbortSignal | undefined): AbortController {
  const own = new AbortController()
  if (signal?.aborted) own.abort()
  signal?.addEventListener('abort', () => own.abort(), { signal: own.signal })
  return own
}

/** A browser asks for one passkey at a time: a question that is still open gives way to the next. */
let open: AbortController | undefined

async function asked(how: 'create' | 'get', wanted: Omit<Wanted, 'signal'>, { signal }: Asking) {
  const credentials = browser().navigator?.credentials
  if (!hasPasskeys() || !credentials) return { kind: 'unsupported' } as const
  open?.abort()
  const own = endingWith(signal)
  open = own
  try {
    const found = await credentials[how]({ ...wanted, signal: own.signal })
    if (!found) return { kind: 'cancelled' } as const
    return { kind: 'answered', passkey: jsonOf(found) } as const
  } catch (error) {
    // A browser does not tell a person who said no from one who waited too long.
    if (['NotAllowedError', 'AbortError'].includes((error as Error).name)) return { kind: 'cancelled' } as const
    throw error
  } finally {
    own.abort()
  }
}

export const askForNew = ({ challenge, user, excludeCredentials, ...options }: PasskeyRegistrationOptions, how: Asking = {}) =>
  asked(
    'create',
    {
      publicKey: {
        ...options,
        challenge: bytesOf(challenge),
        user: { ...user, id: bytesOf(user.id) },
        excludeCredentials: named(excludeCredentials),
      },
    },
    how,
  )

export const askForOne = (
  { challenge, allowCredentials, ...options }: PasskeyAuthenticationOptions,
  { mediation, ...how }: Asking & Pick<Wanted, 'mediation'> = {},
) => {
  const publicKey = {
    ...options,
    challenge: bytesOf(challenge),
    ...(allowCredentials && { allowCredentials: named(allowCredentials) }),
  }
  return asked('get', { publicKey, ...(mediation && { mediation }) }, how)
}
