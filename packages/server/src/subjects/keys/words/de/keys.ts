import type { keys as en } from '../en/keys.ts'

export const keys: typeof en = {
  title: 'Schlüssel',
  lead: 'Mit einem Schlüssel ruft eines Ihrer Backends die Routen für Administratoren auf: die seiner Bereiche und keine anderen.',
  create: 'Schlüssel erstellen',
  name: 'Wofür ist er?',
  scopes: 'Was darf er?',
  noScope: 'Wählen Sie mindestens eines aus, das er darf.',
  submit: 'Schlüssel erstellen',
  made: (name) => `Das ist der Schlüssel ${name}. Er wird nur dieses eine Mal gezeigt: Kopieren Sie ihn jetzt.`,
  list: 'Alle Schlüssel',
  none: 'Es gibt keine Schlüssel.',
  created: 'Erstellt',
  lastUsed: 'Zuletzt benutzt',
  never: 'nie',
  revoked: 'Widerrufen',
  inUse: 'In Gebrauch',
  revoke: 'Widerrufen\u00a0…',
  revokeConsequence: (name) =>
    `Was den Schlüssel ${name} benutzt, wird ab der nächsten Anfrage abgewiesen. Das lässt sich nicht rückgängig machen.`,
  revokeSubmit: 'Schlüssel widerrufen',
  by: (name) => `Schlüssel: ${name}`,
  revokeTitle: 'Diesen Schlüssel widerrufen',
}
