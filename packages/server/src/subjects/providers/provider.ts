/** Issuer and subject together identify the person; everything else may change. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  /** Only for the boolean `true` of the provider, never for a text or number that looks like it. */
  readonly isEmailVerified: boolean
  readonly name: string | undefined
  readonly tokens: string
}

export interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Provider {
  readonly name: string
  readonly label: string
  begin(attempt: Attempt): Promise<URL>
  /** Throws `ProviderError` for whatever is not exactly right. */
  complete(callback: URLSearchParams, attempt: Attempt): Promise<Identity>
}

/** Also for the answer of an attacker who poses as the provider. */
export class ProviderError extends Error {}

/** The visitor said no at the provider. */
export class ProviderRefusal extends ProviderError {}

declare module '../../gate/deps.ts' {
  interface Deps {
    /** By name; empty when sign-in with providers is switched off. */
    readonly providers: ReadonlyMap<string, Provider>
  }
}
