import type { Translation } from '../../platform/pages/words/translation.ts'

export const en = {
  console: { events: { 'admin.users.exported': 'Accounts exported' } },
}

export const de: Translation<typeof en> = {
  console: { events: { 'admin.users.exported': 'Konten exportiert' } },
}

export const es: Translation<typeof en> = {
  console: { events: { 'admin.users.exported': 'Cuentas exportadas' } },
}

export const fr: Translation<typeof en> = {
  console: { events: { 'admin.users.exported': 'Comptes exportés' } },
}
