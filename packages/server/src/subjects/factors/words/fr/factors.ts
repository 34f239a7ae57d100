import type { factors as en } from '../en/factors.ts'

export const factors: typeof en = {
  use: {
    passkey: 'Utiliser une clé d’accès',
    totp: 'Utiliser votre application d’authentification',
    recovery: 'Utiliser un code de secours',
    email: 'Utiliser un code par e-mail',
    password: 'Utiliser votre mot de passe',
  },
  others: 'Autres moyens',
  totpLead: (digits?: number) =>
    `Saisissez le code ${digits === undefined ? '' : `à ${digits} chiffres `}affiché par votre application d’authentification.`,
  totpHint: 'Les codes changent toutes les 30 secondes. Si aucun ne fonctionne, vérifiez l’heure de votre appareil.',
  recoveryLead: 'Saisissez l’un de vos codes de secours. Chacun n’est valable qu’une fois.',
  recoveryLabel: 'Code de secours',
  passkeyLead: 'Votre appareil vous demande votre empreinte, votre visage ou un code PIN.',
  trust: (time) => `Faire confiance à ce navigateur pendant ${time}`,
  trustHint: 'Cette étape n’y sera plus demandée. Ne cochez cette case que sur vos propres appareils.',
  guessedOut: 'Cinq essais étaient faux, aucun n’est donc plus accepté. Veuillez vous reconnecter.',
  tooLate: 'Cette connexion a pris trop de temps.',
  unusable:
    'Les seconds facteurs de ce compte ne peuvent plus servir\u202f: ses clés d’accès appartiennent à une ancienne adresse de ce service, ou le service ne peut plus lire son application d’authentification. Un code envoyé par e-mail n’ouvre pas à lui seul un tel compte. Un administrateur peut réinitialiser ses seconds facteurs\u202f; connectez-vous ensuite de nouveau.',
  passkey: {
    submit: 'Continuer avec une clé d’accès',
    signIn: 'Utiliser une clé d’accès',
    needsScript: 'Les clés d’accès nécessitent JavaScript et un navigateur compatible.',
    cancelled: 'La clé d’accès n’a pas été utilisée\u202f: l’opération a été annulée ou a pris trop de temps.',
    failed: 'La clé d’accès n’a pas pu être utilisée. Veuillez réessayer.',
    exists: 'Cet appareil a déjà une clé d’accès pour votre compte.',
    refused: 'Cette clé d’accès n’a pas été acceptée.',
  },
}
