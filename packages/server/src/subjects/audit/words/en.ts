import { audit } from './en/audit.ts'

export const en = {
  console: {
    audit,
    events: {
      'audit.began': 'The audit log is sealed from here on',
      'audit.withdrawn': 'An event was taken back: its mail was never sent',
      'audit.expired': 'Old events removed',
      'audit.erased': 'What is personal was erased from events of a person',
      'service.restored': 'The database was replaced by an older copy',
      'service.secret_lost': 'SECRET was lost, and a new key is in force',
    },
    may: {
      'audit:read': 'Read the audit log',
    },
  },
}

type Words = Omit<(typeof en)['console'], 'events' | 'may'>
declare module '../../../platform/pages/words/catalogues.ts' {
  interface ConsoleWords extends Words {}
}
