import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { providersErrors } from '../errors.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof providersErrors> = {
  errors: {
    provider_not_found: 'Diesen Anbieter gibt es nicht.',
    provider_not_linked: 'Dieser Anbieter ist nicht mit dem Konto verbunden.',
    provider_error: 'Der Anbieter hat nicht wie erwartet geantwortet.',
    access_denied: 'Die Anmeldung wurde beim Anbieter abgebrochen.',
    already_linked: 'Dieses Konto des Anbieters ist bereits verbunden.',
    cannot_unlink_last_provider: 'Das ist der einzige Anmeldeweg für dieses Konto.',
    invalid_state: 'Die Anmeldung ließ sich diesem Browser nicht zuordnen.',
    state_used: 'Diese Anmeldung wurde bereits abgeschlossen.',
    state_expired: 'Die Anmeldung hat zu lange gedauert.',
  },
  console: {
    events: {
      'oauth.login': 'Über einen Anbieter angemeldet',
      'oauth.linked': 'Anbieter verbunden',
      'oauth.unlinked': 'Anbieter getrennt',
    },
  },
}
