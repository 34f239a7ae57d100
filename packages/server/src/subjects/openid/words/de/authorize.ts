import type { Translation } from '../../../../platform/pages/words/translation.ts'
import type { authorize as en } from '../en/authorize.ts'

export const authorize: Translation<typeof en> = {
  leaving: (app) => `Weiter zu ${app}`,
  leavingLead: 'Sie werden weitergeleitet. Wenn nichts geschieht, geht es hier weiter.',
  leavingByForm: 'Sie werden weitergeleitet. Wenn nichts geschieht, drücken Sie auf den Knopf.',
  back: (app) => `Zurück zu ${app}`,
  other: 'Ein anderes Konto verwenden',
  signedInAs: (who) => `Sie sind angemeldet als ${who}.`,
  consent: {
    title: (app) => `${app} erlauben?`,
    lead: (app) => `${app} möchte Sie mit diesem Konto anmelden und Folgendes wissen:`,
    leadWithout: (app) => `${app} möchte Sie mit diesem Konto anmelden. Sie erfährt nur, dass Sie es sind.`,
    goesTo: (place) => `Danach werden Sie zu ${place} geleitet.`,
    thisDevice: 'einer Anwendung auf diesem Gerät',
    allow: 'Erlauben',
    deny: 'Nicht erlauben',
    changed: 'Was die Anwendung möchte, hat sich inzwischen geändert. Bitte sehen Sie noch einmal hin.',
    service: (address) => `Sie bekommt außerdem in Ihrem Namen Zugang zu ${address}.`,
    stays: (app) => `${app} bleibt angemeldet, auch wenn Sie nicht da sind, bis Sie das in Ihrem Konto beenden.`,
    scopes: {
      profile: 'Ihren Namen und Ihre Sprache',
      email: 'Ihre E-Mail-Adresse und ob sie bestätigt ist',
      groups: 'Ihre Gruppen: die Organisationen, zu denen Sie gehören, Ihre Rolle darin, und ob Sie Administrator sind',
      organizations: 'Die Organisationen, zu denen Sie gehören, und Ihre Rolle darin',
    },
    field: (label) => `„${label}“ aus Ihrem Konto`,
    scope: (name) => `Für Sie handeln: ${name}`,
  },
  choose: {
    title: 'Mit welchem Konto?',
    lead: (app) => `Mit welchem Konto möchten Sie weiter zu ${app}?`,
    stay: (name) => `Weiter als ${name}`,
    otherTitle: 'Ein anderes Konto ist nötig',
    otherLead: (app) => `${app} erwartet eine andere Person als die, die hier angemeldet ist.`,
    signsOut: 'Für ein anderes Konto werden Sie hier zuerst abgemeldet.',
  },
  demand: {
    title: 'Sie können noch nicht weiter',
    role: (app) => `${app} ist für Administratoren, und dieses Konto gehört keinem.`,
    organisation: (app) => `${app} ist für Mitglieder einer Organisation, zu der dieses Konto nicht gehört.`,
    verified: (app) =>
      `${app} ist für Konten mit bestätigter E-Mail-Adresse. Bestätigen Sie Ihre und versuchen Sie es dann noch einmal.`,
    second_factor: (app) =>
      `${app} verlangt einen zweiten Faktor, der in dieser Anmeldung gezeigt wurde. Richten Sie eine Authenticator-App oder einen Passkey ein, zeigen Sie ihn und versuchen Sie es dann noch einmal.`,
    ask: 'Wenn das ein Irrtum ist, fragen Sie die Betreiber der Anwendung.',
    toProfile: 'Zu Ihrer Adresse',
    toSecurity: 'Zu Ihren Sicherheitseinstellungen',
    again: 'Noch einmal versuchen',
  },
  expired: {
    title: 'Diese Anmeldung ist vorbei',
    lead: 'Sie hat zu lange gedauert, ist schon abgeschlossen oder hat in einem anderen Browser begonnen. Beginnen Sie in der Anwendung von vorn.',
  },
  wrong: {
    title: 'Diese Anwendung kann Sie nicht anmelden',
    client_unknown: 'Sie ist hier nicht bekannt. Ihre Konfiguration nennt einen Client, den es nicht gibt.',
    client_disabled: 'Ein Administrator hat sie hier abgeschaltet.',
    redirect_uri_missing: 'Sie hat nicht gesagt, wohin Sie danach geleitet werden sollen.',
    redirect_uri_twice: 'Sie hat mehr als ein Ziel genannt, zu dem Sie danach geleitet werden sollen.',
    redirect_uri_unknown:
      'Sie möchte, dass Sie zu einem Ziel geleitet werden, das für sie nicht eingetragen ist. Sie bleiben hier, denn es könnte Fremden gehören.',
    forOperators: 'Für die Betreiber der Anwendung',
    client: 'Client',
    problem: 'Problem',
    address: 'Adresse',
  },
}

export const authorizeEvents = {
  'oidc.authorized': 'Bei einer Anwendung angemeldet',
  'oidc.consent.given': 'Anwendung erlaubt',
  'oidc.consent.denied': 'Anwendung nicht erlaubt',
}
