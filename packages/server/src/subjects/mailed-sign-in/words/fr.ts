import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'

export const fr: Translation<typeof en> = {
  console: { events: { 'login.code.requested': 'Code de connexion demandé' } },
  mailedSignIn: {
    afterwards: 'Connectez-vous avec un code que nous vous envoyons.',
    allEnded: 'Toutes les sessions ont été fermées. Connectez-vous avec un code.',
    title: 'Saisissez votre code',
    sent: 'Si cette adresse peut se connecter ici, nous lui avons envoyé un code. Saisissez-le ici, ou ouvrez le lien de l’e-mail dans ce navigateur.',
    sentTo: (email: string) =>
      `Si ${email} peut se connecter ici, nous lui avons envoyé un code. Saisissez-le ici, ou ouvrez le lien de l’e-mail dans ce navigateur.`,
    onlyHere: 'Seul le code le plus récent fonctionne, uniquement dans le navigateur qui l’a demandé, et pas après cinq erreurs.',
    few: 'Attendez une minute et regardez aussi dans les courriers indésirables. Nous envoyons au plus un e-mail par minute, et peu par heure.',
    sendAgain: 'Envoyer un nouveau code',
    sentAgain: 'Si cette adresse peut en recevoir un, un nouveau code est en route. Seul le plus récent fonctionne.',
    other: 'En utiliser une autre',
    elsewhereTitle: 'Votre code',
    elsewhere:
      'Ce navigateur n’a pas demandé le code et ne peut donc pas se connecter avec. Saisissez le code là où vous l’avez demandé.',
    didNotAsk: 'Vous ne l’avez pas demandé ? Alors ne faites rien. Pour vous connecter ici :',
    send: 'M’envoyer un code',
    as: (email: string) => `Se connecter en tant que ${email}.`,
    newcomers: 'Première visite ? Votre premier code crée votre compte.',
    byCode: 'Se connecter avec un code',
  },
}
