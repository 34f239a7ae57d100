// Generated from the service's table of routes. `npm run fix` writes it anew.

/** The bodies of webhooks without their type. */
export interface WebhookBodies {
  /** Asked of `REGISTRATION_HOOK_URL` before an account is made: answer 200 with `{"allow": true}` or `{"allow": false}`. */
  'registration.asked': {
    /** When it was asked. ISO 8601, in UTC. */
    timestamp: string
    /** Who wants an account. */
    data: {
      /** The address that the account is for, in lower case. */
      email: string
      /** Whether a mailed code, an invite or a provider has proved the address. */
      isEmailVerified: boolean
      /** The name that other people will see. */
      name: string
      /** How the newcomer comes: by password, by a provider, by an invite, or by a mailed code. */
      method: 'password' | 'provider' | 'invite' | 'mailbox'
      /** The provider, where it is one. */
      provider: string | null
      /** What the newcomer has answered, by field. */
      data: { readonly [name: string]: string | number | boolean | readonly (string)[] | null }
    }
  }
}
