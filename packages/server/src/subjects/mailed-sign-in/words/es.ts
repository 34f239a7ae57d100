import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'

export const es: Translation<typeof en> = {
  console: { events: { 'login.code.requested': 'Código para iniciar sesión solicitado' } },
  mailedSignIn: {
    afterwards: 'Inicie sesión con un código que le enviamos por correo.',
    allEnded: 'Se han cerrado todas las sesiones. Inicie sesión con un código.',
    title: 'Escriba su código',
    sent: 'Si esta dirección puede iniciar sesión aquí, le hemos enviado un código. Escríbalo aquí o abra el enlace del mensaje en este navegador.',
    sentTo: (email: string) =>
      `Si ${email} puede iniciar sesión aquí, le hemos enviado un código. Escríbalo aquí o abra el enlace del mensaje en este navegador.`,
    onlyHere: 'Solo funciona el código más reciente, solo en el navegador que lo ha pedido y no después de cinco equivocados.',
    few: 'Espere un minuto y mire también en la carpeta de spam. Enviamos como máximo un mensaje por minuto, y pocos por hora.',
    sendAgain: 'Enviar un código nuevo',
    sentAgain: 'Si esta dirección puede recibirlo, hay un código nuevo en camino. Solo funciona el más reciente.',
    other: 'Usar otra',
    elsewhereTitle: 'Su código',
    elsewhere:
      'Este navegador no ha pedido el código, así que no puede iniciar sesión con él. Escriba el código donde lo ha pedido.',
    didNotAsk: '¿No lo ha pedido usted? Entonces no haga nada. Para iniciar sesión aquí:',
    send: 'Enviarme un código',
    as: (email: string) => `Iniciar sesión como ${email}.`,
    newcomers: '¿Es su primera vez? Su primer código crea su cuenta.',
    byCode: 'Iniciar sesión con un código',
  },
}
