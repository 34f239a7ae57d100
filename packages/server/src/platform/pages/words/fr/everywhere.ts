import type { Messages } from '../en/catalogue.ts'

export const common: Messages['common'] = {
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  newPassword: 'Nouveau mot de passe',
  name: 'Nom',
  code: 'Code',
  showPassword: 'Afficher',
  hidePassword: 'Masquer',
  continue: 'Continuer',
  cancel: 'Annuler',
  or: 'ou',
  back: 'Retour',
  passwordHint: (minLength) => `Au moins ${minLength} caractères.`,
  passwordHintWithDigit: (minLength) => `Au moins ${minLength} caractères, dont une lettre et un chiffre.`,
  problem: 'Cela n’a pas fonctionné',
  skip: 'Aller au contenu',
  menu: 'Menu',
  justNow: 'à l’instant',
}

export const problem: Messages['problem'] = {
  title: 'Une erreur s’est produite',
  notFoundTitle: 'Il n’y a rien ici',
  notFound: 'L’adresse est incorrecte, ou la page a été déplacée.',
  reference: (id) => `Si vous demandez de l’aide, mentionnez ${id}.`,
  home: 'Aller à votre compte',
  again: 'Réessayer',
}

/** At the foot of every page. */
export const footer: Messages['footer'] = {
  support: 'Aide',
  terms: 'Conditions',
  privacy: 'Confidentialité',
  language: 'Langue',
}
