import type { Messages } from '../en/catalogue.ts'

export const common: Messages['common'] = {
  email: 'Correo electrónico',
  password: 'Contraseña',
  newPassword: 'Contraseña nueva',
  name: 'Nombre',
  code: 'Código',
  showPassword: 'Mostrar',
  hidePassword: 'Ocultar',
  continue: 'Continuar',
  cancel: 'Cancelar',
  or: 'o',
  back: 'Volver',
  passwordHint: (minLength) => `Al menos ${minLength} caracteres.`,
  passwordHintWithDigit: (minLength) => `Al menos ${minLength} caracteres, entre ellos una letra y un número.`,
  problem: 'No ha funcionado',
  skip: 'Ir al contenido',
  menu: 'Menú',
  justNow: 'ahora mismo',
}

export const problem: Messages['problem'] = {
  title: 'Algo ha salido mal',
  notFoundTitle: 'Aquí no hay nada',
  notFound: 'La dirección no es correcta, o lo que había aquí se ha movido.',
  reference: (id) => `Si pide ayuda, mencione ${id}.`,
  home: 'Ir a su cuenta',
  again: 'Intentar de nuevo',
}

/** At the foot of every page. */
export const footer: Messages['footer'] = {
  support: 'Ayuda',
  terms: 'Condiciones',
  privacy: 'Privacidad',
  language: 'Idioma',
}
