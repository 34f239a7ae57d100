import type { device as english } from '../en/device.ts'

export const device: typeof english = {
  title: 'Conectar un dispositivo',
  lead: 'Escriba el código que muestra su dispositivo.',
  code: 'Código del dispositivo',
  hint: 'Ocho letras. No importan las mayúsculas ni el guion.',
  question: (app) => `¿Permitir que un dispositivo use ${app}?`,
  compare: '¿Muestra su dispositivo exactamente este código?',
  application: 'Aplicación',
  askedFrom: 'Solicitado desde',
  askedAt: 'Solicitado el',
  warning:
    'Continúe solo si usted mismo ha empezado esto, en un dispositivo que tiene delante. Nadie de nuestro equipo le envía nunca un código.',
  allow: 'Permitir',
  deny: 'No permitir',
  allowed: 'Listo. Su dispositivo continuará por sí solo en un momento.',
  denied: 'No se ha permitido el acceso del dispositivo.',
}
