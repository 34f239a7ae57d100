import { SERVICE_VARIABLES } from './service-facts.ts'

/** All empty where the place is not known. */
export type ClientLocation = { readonly ip: string; readonly browser: string; readonly system: string }

/** Each subject adds its own. Times and places are raw here, because each language writes them in its own way. */
export interface MailValues {
  readonly appName: string
  readonly publicUrl: string
  /** Empty unless the address is verified: a stranger could have chosen both the name and the address. */
  readonly name: string
  readonly code: string
  readonly link: string
  /** Milliseconds. */
  readonly expiresIn: number
  readonly when: number
}

export type MailVariable = keyof MailValues

const always = ['appName', 'publicUrl', 'name'] as const
export const withCode = [...always, 'code', 'link', 'expiresIn'] as const
export const notice = [...always, 'when'] as const

export interface MailFacts {
  readonly variables: readonly MailVariable[]
  /** The reader may come later: no form is waiting for the code. */
  readonly isInvitation?: true
  readonly sample?: Partial<MailValues>
  readonly bare?: Partial<MailValues>
}

export type MailRows = Readonly<Record<string, MailFacts>>

const own = { test: { variables: notice } } satisfies MailRows
type OwnMails = typeof own

/** Each subject adds its own; each kind is a file `<kind>.txt.liquid` for each language. */
export interface Mails extends OwnMails {}
export type MailKind = keyof Mails

/** Complete once the subjects are joined. */
const facts = new Map<string, MailFacts>(Object.entries(own))
export const mailKinds = (): readonly MailKind[] => [...facts.keys()] as MailKind[]

export function joinMails(rows: MailRows): void {
  for (const [kind, row] of Object.entries(rows)) facts.set(kind, row)
}

export function factsOfMail(kind: MailKind): MailFacts {
  const found = facts.get(kind)
  if (!found) throw new Error(`There is no mail of the kind ${kind}`)
  return found
}

/** The smaller the sooner: a person waits for a code, an invitation may come later today, a notice any time. */
export const urgencyOf = (kind: MailKind): number =>
  factsOfMail(kind).isInvitation ? 1 : variablesOf(kind).includes('code') ? 0 : 2

export const variablesOf = (kind: MailKind): readonly MailVariable[] => factsOfMail(kind).variables

export const templateVariables = (kind: MailKind): readonly string[] => [...variablesOf(kind), 'language', ...SERVICE_VARIABLES]
