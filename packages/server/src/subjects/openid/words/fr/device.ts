import type { device as english } from '../en/device.ts'

export const device: typeof english = {
  title: 'Connecter un appareil',
  lead: 'Saisissez le code affiché par votre appareil.',
  code: 'Code de l’appareil',
  hint: 'Huit lettres. Les majuscules et le trait d’union n’ont pas d’importance.',
  question: (app) => `Autoriser un appareil à utiliser ${app}\u202f?`,
  compare: 'Votre appareil affiche-t-il exactement ce code\u202f?',
  application: 'Application',
  askedFrom: 'Demandé depuis',
  askedAt: 'Demandé le',
  warning:
    'Ne continuez que si vous avez commencé cette opération vous-même, sur un appareil que vous avez devant vous. Personne chez nous ne vous envoie jamais de code.',
  allow: 'Autoriser',
  deny: 'Ne pas autoriser',
  allowed: 'C’est fait. Votre appareil continue tout seul dans un instant.',
  denied: 'L’appareil n’a pas été autorisé.',
}
