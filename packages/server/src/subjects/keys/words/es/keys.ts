import type { keys as en } from '../en/keys.ts'

export const keys: typeof en = {
  title: 'Claves',
  lead: 'Con una clave, uno de tus servicios llama a las rutas de administración: las de sus permisos y ninguna otra.',
  create: 'Crear una clave',
  name: '¿Para qué es?',
  scopes: '¿Qué puede hacer?',
  noScope: 'Elige al menos una cosa que pueda hacer.',
  submit: 'Crear la clave',
  made: (name) => `Esta es la clave de ${name}. Solo se muestra esta vez: cópiala ahora.`,
  list: 'Todas las claves',
  none: 'No hay claves.',
  created: 'Creada',
  lastUsed: 'Último uso',
  never: 'nunca',
  revoked: 'Revocada',
  inUse: 'En uso',
  revoke: 'Revocar…',
  revokeConsequence: (name) => `Lo que use la clave ${name} será rechazado desde su próxima petición. No se puede deshacer.`,
  revokeSubmit: 'Revocar la clave',
  by: (name) => `Clave: ${name}`,
  revokeTitle: 'Revocar esta clave',
}
