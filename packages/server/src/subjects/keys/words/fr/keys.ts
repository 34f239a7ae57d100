import type { keys as en } from '../en/keys.ts'

export const keys: typeof en = {
  title: 'Clés',
  lead: 'Avec une clé, l’un de vos services appelle les routes d’administration\u202f: celles de ses portées, et aucune autre.',
  create: 'Créer une clé',
  name: 'À quoi sert-elle\u202f?',
  scopes: 'Que peut-elle faire\u202f?',
  noScope: 'Choisissez au moins une chose qu’elle peut faire.',
  submit: 'Créer la clé',
  made: (name) => `Voici la clé de ${name}. Elle n’est affichée que cette fois\u202f: copiez-la maintenant.`,
  list: 'Toutes les clés',
  none: 'Il n’y a pas de clés.',
  created: 'Créée',
  lastUsed: 'Dernier usage',
  never: 'jamais',
  revoked: 'Révoquée',
  inUse: 'En service',
  revoke: 'Révoquer…',
  revokeConsequence: (name) => `Ce qui utilise la clé ${name} est refusé dès la requête suivante. C’est irréversible.`,
  revokeSubmit: 'Révoquer la clé',
  by: (name) => `Clé\u202f: ${name}`,
  revokeTitle: 'Révoquer cette clé',
}
