import type { data as en } from '../en/data.ts'

/** Of the fields that the operator has declared; their labels are the operator's own. */
export const data: typeof en = {
  title: 'Ihre Angaben',
  lead: 'Was der Dienst neben Ihrem Namen und Ihrer Adresse über Sie speichert.',
  submit: 'Speichern',
  done: 'Die Angaben wurden gespeichert.',
  none: 'Keine Angabe',
  yes: 'Ja',
  no: 'Nein',
  lines: 'Ein Eintrag pro Zeile.',
  optional: 'Freiwillig.',
  meanwhile: (value) => `Inzwischen steht hier: ${value}`,
  ofOrganisation: 'Angaben',
  tiers: {
    owner: 'Der Inhaber des Kontos darf es ändern.',
    app: 'Der Inhaber sieht es; nur Administratoren und Backends ändern es.',
    private: 'Nur Administratoren und Backends sehen es.',
  },
  tiersOfOrgs: {
    owner: 'Verwalter und Inhaber der Organisation dürfen es ändern.',
    app: 'Mitglieder sehen es; nur Administratoren und Backends ändern es.',
    private: 'Nur Administratoren und Backends sehen es.',
  },
  missing: 'Bitte füllen Sie dieses Feld aus.',
  wrong: {
    text: (most) => `Bitte geben Sie eine Zeile mit höchstens ${most} Zeichen ein, in der verlangten Form.`,
    list: (most) => `Bitte geben Sie höchstens 20 Zeilen mit je höchstens ${most} Zeichen ein.`,
    number: () => 'Bitte geben Sie eine Zahl wie 12.5 ein, mit einem Punkt statt des Kommas.',
    date: () => 'Bitte geben Sie ein Datum wie 2026-01-31 ein.',
    choice: () => 'Bitte wählen Sie etwas davon aus.',
    boolean: () => 'Bitte wählen Sie etwas davon aus.',
  },
  finish: {
    title: 'Fast geschafft',
    lead: 'Ihr Konto wird angelegt, sobald Sie dies beantwortet haben.',
    submit: 'Konto anlegen',
    over: 'Das hat zu lange gedauert oder wurde schon abgeschlossen. Bitte melden Sie sich noch einmal an.',
  },
}
