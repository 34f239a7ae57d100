/** A web application keeps a secret; a browser application and a native one cannot; a service acts for itself alone. */
export const CLIENT_KINDS = ['web', 'browser', 'native', 'service'] as const
export type ClientKind = (typeof CLIENT_KINDS)[number]

export const ALGORITHMS = ['RS256', 'ES256'] as const
export type Algorithm = (typeof ALGORITHMS)[number]

/** What a person has to be so that the application lets them in: asked at authorisation, redemption, every refresh and userinfo. */
export interface Demands {
  readonly role?: 'admin'
  readonly secondFactor?: true
  readonly verified?: true
  /** The id of an organisation. */
  readonly organisation?: string
}

export const isPublic = ({ kind }: { readonly kind: ClientKind }): boolean => kind === 'browser' || kind === 'native'

/** What the session had shown when the application was let in: the truth behind `auth_time`, `amr` and `acr`. */
export interface Proof {
  readonly at: number
  readonly amr: readonly string[]
  readonly acr: string
}
