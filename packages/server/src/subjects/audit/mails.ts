import { type MailRows, notice } from '../../platform/mail/mail-kinds.ts'
import type { MailSamples } from '../../platform/mail/mail-samples.ts'

export const auditMails = {
  'audit-checkpoint': { variables: [...notice, 'logName', 'logSize', 'logRoot', 'logSignature'] },
} as const satisfies MailRows

export const auditSamples: MailSamples = {
  usual: {
    logName: 'id.example.com/audit',
    logSize: '4711',
    logRoot: 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
    logSignature:
      '— id.example.com/audit Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=',
  },
  empty: {},
}

type AuditMails = typeof auditMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends AuditMails {}
  /** The lines of a checkpoint, each for itself, because a value is one line. */
  interface MailValues {
    readonly logName: string
    readonly logSize: string
    readonly logRoot: string
    readonly logSignature: string
  }
}
