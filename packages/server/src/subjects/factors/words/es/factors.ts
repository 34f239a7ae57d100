import type { factors as en } from '../en/factors.ts'

export const factors: typeof en = {
  use: {
    passkey: 'Usar una llave de acceso',
    totp: 'Usar la aplicación de autenticación',
    recovery: 'Usar un código de recuperación',
    email: 'Usar un código por correo',
    password: 'Usar la contraseña',
  },
  others: 'Otras formas',
  totpLead: (digits?: number) =>
    `Escriba el código ${digits === undefined ? '' : `de ${digits} cifras `}que muestra su aplicación de autenticación.`,
  totpHint: 'Los códigos cambian cada 30 segundos. Si ninguno vale, compruebe el reloj de su dispositivo.',
  recoveryLead: 'Escriba uno de sus códigos de recuperación. Cada uno vale una sola vez.',
  recoveryLabel: 'Código de recuperación',
  passkeyLead: 'Su dispositivo le pedirá la huella, la cara o un PIN.',
  trust: (time) => `Confiar en este navegador durante ${time}`,
  trustHint: 'Aquí no se volverá a pedir este paso. Márquelo solo en sus propios dispositivos.',
  guessedOut: 'Cinco intentos eran incorrectos, por lo que ya no se acepta ninguno. Vuelva a iniciar sesión.',
  tooLate: 'Este inicio de sesión ha tardado demasiado.',
  unusable:
    'Los segundos factores de esta cuenta ya no se pueden usar: sus llaves de acceso pertenecen a una dirección anterior de este servicio, o el servicio ya no puede leer su aplicación de autenticación. Un código por correo no basta para abrir una cuenta así. Un administrador puede restablecer sus segundos factores; después, vuelva a iniciar sesión.',
  passkey: {
    submit: 'Continuar con una llave',
    signIn: 'Usar una llave de acceso',
    needsScript: 'Las llaves de acceso necesitan JavaScript y un navegador compatible.',
    cancelled: 'No se ha usado la llave de acceso: se ha cancelado o ha tardado demasiado.',
    failed: 'No se ha podido usar la llave de acceso. Inténtelo de nuevo.',
    exists: 'Este dispositivo ya tiene una llave de acceso para su cuenta.',
    refused: 'No se ha aceptado esta llave de acceso.',
  },
}
