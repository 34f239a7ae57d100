/** What is asked for after a password, and once more before something important. */
export const factors = {
  use: {
    passkey: 'Use a passkey',
    totp: 'Use your authenticator app',
    recovery: 'Use a recovery code',
    email: 'Use an email code',
    password: 'Use your password',
  },
  others: 'Try another way',
  totpLead: (digits?: number) =>
    `Enter the ${digits === undefined ? '' : `${digits}-digit `}code that your authenticator app shows.`,
  totpHint: 'Codes change every 30 seconds. If none of them works, check the clock of your device.',
  recoveryLead: 'Enter one of your recovery codes. Each of them works once.',
  recoveryLabel: 'Recovery code',
  passkeyLead: 'Your device asks for your fingerprint, your face or a PIN.',
  trust: (time: string) => `Trust this browser for ${time}`,
  trustHint: 'This step is skipped here from then on. Tick this on your own devices only.',
  guessedOut: 'Five attempts were wrong, so no more are accepted. Please sign in again.',
  tooLate: 'This sign-in took too long.',
  unusable:
    'The second factors of this account cannot be used any more: its passkeys belong to a former address of this service, or the service can no longer read its authenticator app. An email code alone does not open such an account. An administrator can reset its second factors; then sign in again.',
  passkey: {
    submit: 'Continue with a passkey',
    signIn: 'Sign in with a passkey',
    needsScript: 'Passkeys need JavaScript and a browser that supports them.',
    cancelled: 'The passkey was not used: this was cancelled or took too long.',
    failed: 'The passkey could not be used. Please try again.',
    exists: 'This device already has a passkey for your account.',
    refused: 'This passkey was not accepted.',
  },
}
