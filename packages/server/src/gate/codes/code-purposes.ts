/** What a mailed code is for. It is part of the code's hash, so that one is unknown everywhere but at its own route. */
export type CodePurpose = 'email-verification' | 'password-reset' | 'set-password' | 'account-deletion' | 'step-up'
