import { sayWeakness } from '../../pages/say-weakness.ts'
import type { weakness as en } from '../en/weakness.ts'

export const weakness: typeof en = sayWeakness('fr', {
  unstorable: 'Le mot de passe contient des caractères qui ne peuvent pas être enregistrés.',
  tooLong: (maxBytes) => `Le mot de passe ne doit pas dépasser ${maxBytes} octets.`,
  common: 'Le mot de passe est trop facile à deviner\u202f: beaucoup de gens l’utilisent.',
  ownData: 'Le mot de passe est trop facile à deviner\u202f: il reprend le nom, l’adresse e-mail ou le nom de ce service.',
  needs: (parts) => `Le mot de passe doit contenir ${parts}.`,
  length: (minLength) => `au moins ${minLength} caractères`,
  letter: 'une lettre',
  digit: 'un chiffre',
})
