import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { providersErrors } from '../errors.ts'
import type { en } from './en.ts'

export const es: Translation<typeof en, typeof providersErrors> = {
  errors: {
    provider_not_found: 'Este proveedor de inicio de sesión no existe.',
    provider_not_linked: 'Este proveedor no está conectado a la cuenta.',
    provider_error: 'El proveedor de inicio de sesión no ha respondido como se esperaba.',
    access_denied: 'El inicio de sesión se ha cancelado en el proveedor.',
    already_linked: 'Esta cuenta del proveedor ya está conectada.',
    cannot_unlink_last_provider: 'Es la única forma de iniciar sesión en esta cuenta.',
    invalid_state: 'No se ha podido asociar el inicio de sesión a este navegador.',
    state_used: 'Este inicio de sesión ya se ha completado.',
    state_expired: 'El inicio de sesión ha tardado demasiado.',
  },
  console: {
    events: {
      'oauth.login': 'Inicio de sesión con un proveedor',
      'oauth.linked': 'Proveedor conectado',
      'oauth.unlinked': 'Proveedor desconectado',
    },
  },
}
