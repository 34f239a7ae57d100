/** What an application has asked for, once every part was found good. */
export interface AuthorizationParams {
  readonly redirectUri: string
  readonly state?: string
  readonly nonce?: string
  readonly scopes: readonly string[]
  readonly challenge?: string
  readonly audience?: string
  readonly mode: 'query' | 'form_post'
  readonly prompt: readonly string[]
  /** Seconds. */
  readonly maxAge?: number
  readonly acrValues: readonly string[]
  readonly loginHint?: string
  readonly locales?: string
  /** The `sub` of an `id_token_hint`. */
  readonly hintedSubject?: string
}
