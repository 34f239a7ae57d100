/** A person, in the words of a provider. (issuer, subject) is the identity; everything else may change. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  /** True only when the provider said so, and not something that looks like it. */
  readonly isEmailVerified: boolean
  readonly name: string | undefined
  /** What the provider handed out, as JSON. */
  readonly tokens: string
}

/** Secrets of one sign-in, which must come back with it. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A place where people can prove who they are. Two kinds exist: OpenID Connect, and GitHub. */
export interface Provider {
  readonly name: string
  readonly label: string
  /** Where to send the browser. */
  begin(attempt: Attempt): Promise<URL>
  /** Redeems what the browser brought back. Throws `ProviderError` for whatever is not exactly right. */
  complete(callback: URLSearchParams, attempt: Attempt): Promise<Identity>
}

/** The provider, or an attacker in its name, did not answer as expected. */
export class ProviderError extends Error {}

/** The visitor said no at the provider. */
export class ProviderRefusal extends ProviderError {}

declare module '../../gate/deps.ts' {
  interface Deps {
    /** Where people may sign in beside us, by name; empty when that is switched off. */
    readonly providers: ReadonlyMap<string, Provider>
  }
}
