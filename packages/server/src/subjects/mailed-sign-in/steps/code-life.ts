/** How long a code to sign in with is good. */
export const CODE_MS = 600_000
