import type { Translation } from '../../platform/pages/words/translation.ts'

export const en = {
  console: {
    may: {
      'data:read': 'See details of accounts and organisations',
      'data:write': 'Change details of accounts and organisations',
    },
  },
}

export const de: Translation<typeof en> = {
  console: {
    may: {
      'data:read': 'Angaben zu Konten und Organisationen ansehen',
      'data:write': 'Angaben zu Konten und Organisationen ändern',
    },
  },
}

export const es: Translation<typeof en> = {
  console: {
    may: {
      'data:read': 'Ver los datos de cuentas y organizaciones',
      'data:write': 'Cambiar los datos de cuentas y organizaciones',
    },
  },
}

export const fr: Translation<typeof en> = {
  console: {
    may: {
      'data:read': 'Voir les informations des comptes et organisations',
      'data:write': 'Modifier les informations des comptes et organisations',
    },
  },
}
