/** The purpose is part of the code's hash, so a code is unknown everywhere but at its own route. */
export type CodePurpose = 'email-verification' | 'password-reset' | 'set-password' | 'account-deletion' | 'step-up'
