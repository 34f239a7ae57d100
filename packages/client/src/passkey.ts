import type { PasskeyAuthenticationOptions } from './routes.ts'

/** Asks the browser for a passkey, and answers with what it gave as JSON. */
export type AskPasskey = (options: PasskeyAuthenticationOptions) => Promise<unknown>

/** The parts of a browser that are used: the types of a server lack them. */
interface Browser {
  readonly PublicKeyCredential: { parseRequestOptionsFromJSON(options: unknown): unknown }
  readonly navigator: {
    readonly credentials: { get(wanted: { readonly publicKey: unknown }): Promise<{ toJSON(): unknown } | null> }
  }
}

/** Works in browsers since 2025; an app for older ones passes a function of its own. */
export const askBrowser: AskPasskey = async (options) => {
  const { PublicKeyCredential, navigator } = globalThis as unknown as Browser
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return (await navigator.credentials.get({ publicKey }))?.toJSON()
}
