import { pagePaths } from '../../gate/page-paths.ts'
import { type MailRows, notice, withCode } from '../../platform/mail/mail-kinds.ts'
import { type MailSamples, SAMPLE_TOKEN } from '../../platform/mail/mail-samples.ts'
import type { OrgRole } from './org-roles.ts'

export const organisationsMails = {
  'org-invite': {
    variables: [...withCode, 'organisation', 'inviter', 'role'],
    isInvitation: true,
    sample: { code: SAMPLE_TOKEN, link: `${pagePaths.orgInvite}#token=${SAMPLE_TOKEN}` },
  },
  'org-removed': { variables: [...notice, 'organisation'] },
  'org-role-changed': { variables: [...notice, 'organisation', 'role'] },
  'org-owners-changed': { variables: [...notice, 'organisation'] },
  'org-deleted': { variables: [...notice, 'organisation'] },
} as const satisfies MailRows

export const organisationsSamples: MailSamples = {
  usual: { organisation: 'Acme', inviter: 'Grace Example', role: 'admin' },
  empty: { organisation: '', inviter: '' },
}

type OrganisationsMails = typeof organisationsMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends OrganisationsMails {}
  interface MailValues {
    /** The name of an organisation; empty where it looks like a link. */
    readonly organisation: string
    /** The display name of the member who invites; empty where it looks like a link. */
    readonly inviter: string
    /** What the reader is in the organisation, or would be. */
    readonly role: OrgRole
  }
}
