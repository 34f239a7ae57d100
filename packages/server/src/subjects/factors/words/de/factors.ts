import type { factors as en } from '../en/factors.ts'

export const factors: typeof en = {
  use: {
    passkey: 'Passkey verwenden',
    totp: 'Authenticator-App verwenden',
    recovery: 'Wiederherstellungscode verwenden',
    email: 'Code per E-Mail verwenden',
    password: 'Passwort verwenden',
  },
  others: 'Andere Wege',
  totpLead: (digits?: number) =>
    `Geben Sie den ${digits === undefined ? '' : `${digits}-stelligen `}Code ein, den Ihre Authenticator-App anzeigt.`,
  totpHint: 'Die Codes wechseln alle 30 Sekunden. Wenn keiner gilt, prüfen Sie die Uhr Ihres Geräts.',
  recoveryLead: 'Geben Sie einen Ihrer Wiederherstellungscodes ein. Jeder gilt einmal.',
  recoveryLabel: 'Wiederherstellungscode',
  passkeyLead: 'Ihr Gerät fragt nach Fingerabdruck, Gesicht oder PIN.',
  trust: (time) => `Diesem Browser ${time} lang vertrauen`,
  trustHint: 'Dieser Schritt entfällt dann hier. Wählen Sie das nur auf Ihren eigenen Geräten.',
  guessedOut: 'Fünf Versuche waren falsch, deshalb wird keiner mehr angenommen. Bitte melden Sie sich erneut an.',
  tooLate: 'Diese Anmeldung hat zu lange gedauert.',
  unusable:
    'Die zweiten Faktoren dieses Kontos lassen sich nicht mehr verwenden: Seine Passkeys gehören zu einer früheren Adresse dieses Dienstes, oder der Dienst kann seine Authenticator-App nicht mehr lesen. Ein E-Mail-Code allein öffnet ein solches Konto nicht. Wer diesen Dienst verwaltet, kann die zweiten Faktoren zurücksetzen; melden Sie sich danach erneut an.',
  passkey: {
    submit: 'Weiter mit einem Passkey',
    signIn: 'Mit einem Passkey anmelden',
    needsScript: 'Passkeys brauchen JavaScript und einen Browser, der sie unterstützt.',
    cancelled: 'Der Passkey wurde nicht verwendet: Es wurde abgebrochen oder hat zu lange gedauert.',
    failed: 'Der Passkey konnte nicht verwendet werden. Bitte versuchen Sie es noch einmal.',
    exists: 'Dieses Gerät hat bereits einen Passkey für Ihr Konto.',
    refused: 'Dieser Passkey wurde nicht angenommen.',
  },
}
