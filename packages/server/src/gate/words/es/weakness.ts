import { sayWeakness } from '../../pages/say-weakness.ts'
import type { weakness as en } from '../en/weakness.ts'

export const weakness: typeof en = sayWeakness('es', {
  unstorable: 'La contraseña contiene caracteres que no se pueden guardar.',
  tooLong: (maxBytes) => `La contraseña no puede superar los ${maxBytes} bytes.`,
  common: 'La contraseña es demasiado fácil de adivinar: la usa mucha gente.',
  ownData:
    'La contraseña es demasiado fácil de adivinar: se compone del nombre, del correo electrónico o del nombre de este servicio.',
  needs: (parts) => `La contraseña debe tener ${parts}.`,
  length: (minLength) => `al menos ${minLength} caracteres`,
  letter: 'una letra',
  digit: 'un número',
})
