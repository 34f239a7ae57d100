import type { Translation } from '../../../../platform/pages/words/translation.ts'
import type { authorize as en } from '../en/authorize.ts'

export const authorize: Translation<typeof en> = {
  leaving: (app) => `Continuar a ${app}`,
  leavingLead: 'Le estamos redirigiendo. Si no ocurre nada, continúe aquí.',
  leavingByForm: 'Le estamos redirigiendo. Si no ocurre nada, pulse el botón.',
  back: (app) => `Volver a ${app}`,
  other: 'Usar otra cuenta',
  signedInAs: (who) => `Ha iniciado sesión como ${who}.`,
  consent: {
    title: (app) => `¿Permitir ${app}?`,
    lead: (app) => `${app} quiere iniciar su sesión con esta cuenta y saber:`,
    leadWithout: (app) => `${app} quiere iniciar su sesión con esta cuenta. Solo sabrá que es usted.`,
    goesTo: (place) => `Después se le enviará a ${place}.`,
    thisDevice: 'una aplicación de este dispositivo',
    allow: 'Permitir',
    deny: 'No permitir',
    changed: 'Lo que pide la aplicación ha cambiado entretanto. Vuelva a mirarlo, por favor.',
    service: (address) => `Además obtiene acceso a ${address} en su nombre.`,
    stays: (app) => `${app} mantiene la sesión también cuando usted no esté, hasta que la termine en su cuenta.`,
    scopes: {
      profile: 'Su nombre y su idioma',
      email: 'Su dirección de correo y si está confirmada',
      groups: 'Sus grupos: las organizaciones a las que pertenece, su función en ellas y si es administrador',
      organizations: 'Las organizaciones a las que pertenece y su función en ellas',
    },
    field: (label) => `«${label}» de su cuenta`,
    scope: (name) => `Actuar por usted: ${name}`,
  },
  choose: {
    title: '¿Con qué cuenta?',
    lead: (app) => `¿Con qué cuenta quiere continuar a ${app}?`,
    stay: (name) => `Continuar como ${name}`,
    otherTitle: 'Se necesita otra cuenta',
    otherLead: (app) => `${app} espera a otra persona que la que tiene aquí la sesión iniciada.`,
    signsOut: 'Para usar otra cuenta, antes se cerrará aquí su sesión.',
  },
  demand: {
    title: 'Todavía no puede continuar',
    role: (app) => `${app} es para administradores, y esta cuenta no lo es.`,
    organisation: (app) => `${app} es para miembros de una organización a la que esta cuenta no pertenece.`,
    verified: (app) =>
      `${app} es para cuentas con la dirección de correo confirmada. Confirme la suya y vuelva a intentarlo después.`,
    second_factor: (app) =>
      `${app} pide un segundo factor mostrado en este inicio de sesión. Añada una aplicación de autenticación o una clave de acceso, muéstrela y vuelva a intentarlo.`,
    ask: 'Si se trata de un error, pregunte a quienes gestionan la aplicación.',
    toProfile: 'A su dirección',
    toSecurity: 'A sus ajustes de seguridad',
    again: 'Volver a intentarlo',
  },
  expired: {
    title: 'Este inicio de sesión ha terminado',
    lead: 'Ha tardado demasiado, ya se completó o empezó en otro navegador. Empiece de nuevo en la aplicación.',
  },
  wrong: {
    title: 'Esta aplicación no puede iniciar su sesión',
    client_unknown: 'Aquí no se conoce. Su configuración nombra un cliente que no existe.',
    client_disabled: 'Un administrador la ha desactivado aquí.',
    redirect_uri_missing: 'No ha dicho adónde enviarle después.',
    redirect_uri_twice: 'Ha nombrado más de un lugar al que enviarle después.',
    redirect_uri_unknown:
      'Quiere que se le envíe a un lugar que no está registrado para ella. Se queda usted aquí, porque ese lugar puede ser de un extraño.',
    forOperators: 'Para quienes gestionan la aplicación',
    client: 'Cliente',
    problem: 'Problema',
    address: 'Dirección',
  },
}

export const authorizeEvents = {
  'oidc.authorized': 'Inició sesión en una aplicación',
  'oidc.consent.given': 'Aplicación permitida',
  'oidc.consent.denied': 'Aplicación no permitida',
}
