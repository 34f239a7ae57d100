import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { administrationErrors } from '../errors.ts'
import type { en } from './en.ts'
import { consoleWords } from './es/console.ts'
import { dashboard } from './es/dashboard.ts'
import { user } from './es/user.ts'

export const es: Translation<typeof en, typeof administrationErrors> = {
  errors: {
    already_banned: 'Esta cuenta ya está bloqueada.',
    not_banned: 'Esta cuenta no está bloqueada.',
    admin_factor_missing:
      'Esta cuenta solo puede mostrar su buzón, y con eso no se abre ninguna consola. Antes, su titular tiene que iniciar sesión y añadir una llave de acceso o una aplicación de autenticación.',
    invalid_role: 'Este rol no existe.',
  },
  console: {
    ...consoleWords,
    user,
    dashboard,
    may: {
      'users:read': 'Ver cuentas y sus sesiones',
      'users:write': 'Cambiar cuentas',
      'sessions:write': 'Cerrar sesiones',
    },
    events: {
      'admin.user.created': 'Cuenta creada por un administrador',
      'admin.user.renamed': 'Nombre cambiado por un administrador',
      'admin.user.email_changed': 'Dirección de correo cambiada por un administrador',
      'admin.user.verified': 'Dirección confirmada por un administrador',
      'admin.user.reset_sent': 'Enlace para restablecer la contraseña enviado por un administrador',
      'admin.user.role_changed': 'Rol cambiado',
      'admin.user.scopes_changed': 'Permisos de un administrador cambiados',
      'admin.user.factors_reset': 'Segundos factores restablecidos por un administrador',
      'admin.user.banned': 'Cuenta bloqueada',
      'admin.user.unbanned': 'Cuenta desbloqueada',
      'admin.user.deleted': 'Cuenta eliminada por un administrador',
      'admin.user.sessions_revoked': 'Todas las sesiones cerradas por un administrador',
    },
  },
}
