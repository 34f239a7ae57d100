import { sayWeakness } from '../../pages/say-weakness.ts'
import type { weakness as en } from '../en/weakness.ts'

export const weakness: typeof en = sayWeakness('de', {
  unstorable: 'Das Passwort enthält Zeichen, die nicht gespeichert werden können.',
  tooLong: (maxBytes) => `Das Passwort darf höchstens ${maxBytes} Byte lang sein.`,
  common: 'Das Passwort ist zu leicht zu erraten: Viele Menschen verwenden es.',
  ownData: 'Das Passwort ist zu leicht zu erraten: Es besteht aus dem Namen, der E-Mail-Adresse oder dem Namen dieses Dienstes.',
  needs: (parts) => `Das Passwort braucht ${parts}.`,
  length: (minLength) => `mindestens ${minLength} Zeichen`,
  letter: 'einen Buchstaben',
  digit: 'eine Ziffer',
})
