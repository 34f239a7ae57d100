import { BRAND_VARIABLES } from './brand.ts'

/** Where a visitor was: an address, and what is known of the browser. All empty where it is not known. */
export interface ClientLocation {
  readonly ip: string
  readonly browser: string
  readonly system: string
}

/** What mails are written from; each subject adds its own. What each language says in its own way is not yet in words here. */
export interface MailValues {
  readonly appName: string
  readonly publicUrl: string
  /** Empty when the address is not verified: a stranger could have chosen both the name and the address. */
  readonly name: string
  readonly code: string
  readonly link: string
  /** In milliseconds. */
  readonly expiresIn: number
  readonly when: number
}

export type MailVariable = keyof MailValues

const always = ['appName', 'publicUrl', 'name'] as const
export const withCode = [...always, 'code', 'link', 'expiresIn'] as const
export const notice = [...always, 'when'] as const

/** All that a kind of mail says of itself. */
export interface MailFacts {
  readonly variables: readonly MailVariable[]
  /** Its reader may come today, but sits in front of no form that wants it. */
  readonly isInvitation?: true
  /** How it is shown and checked, where that is not as for all. */
  readonly sample?: Partial<MailValues>
  /** How it may be at its shortest. */
  readonly bare?: Partial<MailValues>
}

export type MailRows = Readonly<Record<string, MailFacts>>

const own = { test: { variables: notice } } satisfies MailRows
type OwnMails = typeof own

/** Every kind of mail. Each subject adds its own; each kind is a file `<kind>.txt.liquid` for each language. */
export interface Mails extends OwnMails {}
export type MailKind = keyof Mails

/** Whole once the subjects are joined. */
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

/** Who is sent a code sits in front of a form that wants it; who is invited may come today; and a notice is only told. */
export const urgencyOf = (kind: MailKind): number => {
  if (factsOfMail(kind).isInvitation) return 1
  return variablesOf(kind).includes('code') ? 0 : 2
}

export const variablesOf = (kind: MailKind): readonly MailVariable[] => factsOfMail(kind).variables

/** What a template may name: all that is said in a mail of its kind, in which language, and in whose colours. */
export const templateVariables = (kind: MailKind): readonly string[] => [...variablesOf(kind), 'language', ...BRAND_VARIABLES]
