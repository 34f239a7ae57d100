import { keys } from './en/keys.ts'

export const en = {
  console: {
    keys,
    events: {
      'admin.key.created': 'API key created',
      'admin.key.revoked': 'API key revoked',
    },
  },
}

type Words = Omit<(typeof en)['console'], 'events'>
declare module '../../../platform/pages/words/catalogues.ts' {
  interface ConsoleWords extends Words {}
}
