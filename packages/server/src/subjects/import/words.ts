import type { Translation } from '../../platform/pages/words/translation.ts'

export const en = {
  console: { events: { 'admin.users.imported': 'Accounts imported' } },
  imported: { title: 'Origin', source: 'Came from', sourceId: 'Its id there', at: 'Brought here' },
}

export const de: Translation<typeof en> = {
  console: { events: { 'admin.users.imported': 'Konten importiert' } },
  imported: { title: 'Herkunft', source: 'Kommt aus', sourceId: 'Kennung dort', at: 'Übernommen am' },
}

export const es: Translation<typeof en> = {
  console: { events: { 'admin.users.imported': 'Cuentas importadas' } },
  imported: { title: 'Origen', source: 'Procede de', sourceId: 'Su identificador allí', at: 'Traída el' },
}

export const fr: Translation<typeof en> = {
  console: { events: { 'admin.users.imported': 'Comptes importés' } },
  imported: { title: 'Origine', source: 'Vient de', sourceId: 'Son identifiant là-bas', at: 'Reprise le' },
}

type Words = Omit<typeof en, 'console'>
declare module '../../platform/pages/words/catalogues.ts' {
  interface Messages extends Words {}
}
