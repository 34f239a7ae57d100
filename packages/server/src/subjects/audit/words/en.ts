import { audit } from './en/audit.ts'

export const en = {
  console: {
    audit,
  },
}

type Words = Omit<(typeof en)['console'], 'events'>
declare module '../../../platform/pages/words/catalogues.ts' {
  interface ConsoleWords extends Words {}
}
