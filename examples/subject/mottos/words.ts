import type { Translation } from '../../platform/pages/words/translation.ts'

type Errors = { motto_too_long: unknown }

export const en = {
  console: { events: { 'motto.set': 'Motto chosen' } },
  motto: { title: 'Motto', save: 'Save', saved: 'Your motto was saved.' },
}

export const de: Translation<typeof en, Errors> = {
  errors: { motto_too_long: 'Dieses Motto ist zu lang.' },
  console: { events: { 'motto.set': 'Motto gewählt' } },
  motto: { title: 'Motto', save: 'Speichern', saved: 'Ihr Motto wurde gespeichert.' },
}

export const es: Translation<typeof en, Errors> = {
  errors: { motto_too_long: 'Este lema es demasiado largo.' },
  console: { events: { 'motto.set': 'Lema elegido' } },
  motto: { title: 'Lema', save: 'Guardar', saved: 'Su lema se ha guardado.' },
}

export const fr: Translation<typeof en, Errors> = {
  errors: { motto_too_long: 'Cette devise est trop longue.' },
  console: { events: { 'motto.set': 'Devise choisie' } },
  motto: { title: 'Devise', save: 'Enregistrer', saved: 'Votre devise a été enregistrée.' },
}

type Words = Omit<typeof en, 'console'>
declare module '../../platform/pages/words/catalogues.ts' {
  interface Messages extends Words {}
}
