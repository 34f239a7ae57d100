import type { PasskeyAuthenticationOptions } from './routes.ts'

/** Has an authenticator answer, and says what it answered as JSON. */
export type AskPasskey = (options: PasskeyAuthenticationOptions) => Promise<unknown>

/** The parts of a browser that this needs: they are in no type of a server. */
interface Browser {
  readonly PublicKeyCredential: { parseRequestOptionsFromJSON(options: unknown): unknown }
  readonly navigator: {
    readonly credentials: { get(wanted: { readonly publicKey: unknown }): Promise<{ toJSON(): unknown } | null> }
  }
}

/** What browsers have since 2025; an app for older ones brings a function of its own. */
export const askBrowser: AskPasskey = async (options) => {
  const { PublicKeyCredential, navigator } = globalThis as unknown as Browser
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return (await navigator.credentials.get({ publicKey }))?.toJSON()
}
