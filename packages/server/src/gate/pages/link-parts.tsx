import type { ComponentChildren } from 'preact'
import type { ErrorCode } from '../../platform/kernel/errors.ts'
import type { PageResult } from '../../platform/kernel/hosted-page.ts'
import type { OwnPath } from '../../platform/kernel/own-path.ts'
import { Alert } from '../../platform/pages/components/alert.tsx'
import { CodeField } from '../../platform/pages/components/code-field.tsx'
import { Form, type FormState } from '../../platform/pages/components/form.tsx'
import { card, type Looks } from './layout.tsx'
import { asSentTo, OPEN } from './opened-code.ts'
import { type PageProps, type Submission, type View, type Visit, viewOf } from './view.ts'

/** Looking at a code does not spend it. Tell the facts only to the holder of the code. */
export type CodeLookup<Facts> = { readonly refusal: ErrorCode } | { readonly facts: Facts }

export interface LinkShown extends PageProps {}

type NextLink = { readonly words: string; readonly href: string; readonly label: string }

export interface MailedLink<Facts extends { readonly accountId: string }> {
  readonly path: OwnPath
  readonly isOn?: (visit: Visit) => boolean
  readonly words: (view: View) => { readonly title: string; readonly deadTitle: string; readonly submit: string }
  /** The mail has a link, but no code to type. */
  readonly isLinkAlone: boolean
  readonly tone: 'plain' | 'danger'
  readonly look: (deps: Visit['deps'], code: string) => Promise<CodeLookup<Facts>>
  readonly About: (props: LinkShown & { readonly facts: Facts }) => ComponentChildren
  readonly act: (call: Submission, code: string) => Promise<(facts: Facts) => PageResult>
  readonly wayOn: (view: View, refusal: ErrorCode) => NextLink
  readonly result?: (
    props: LinkShown,
    done: string,
  ) => { readonly title: string; readonly content: ComponentChildren } | undefined
}

/** Errors after which a code is dead; only after `code_invalid` may another code be typed. */
export const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'code_invalid',
  'code_already_used',
  'code_expired',
  'email_change_conflict',
  'email_already_exists',
])

export const WhatHappens = ({ view, points }: { readonly view: View; readonly points: readonly ComponentChildren[] }) => (
  <div>
    <p>{view.t.lifecycle.link.whatHappens}</p>
    <ul class="points">
      {points.map((point) => (
        <li>{point}</li>
      ))}
    </ul>
  </div>
)

export const frame = (visit: Visit, looks: Looks, title: string, children: ComponentChildren) =>
  card({ view: viewOf(visit), visit, looks, title }, children)

export function entrance(
  asked: Visit,
  looks: Looks,
  { words, isLinkAlone, wayOn }: Omit<MailedLink<never>, 'About' | 'act' | 'look'>,
) {
  const visit = asSentTo(asked, OPEN)
  const view = viewOf(visit)
  const { link } = view.t.lifecycle
  const refusal = visit.failure && REFUSALS.has(visit.failure.code) ? visit.failure.code : undefined
  const way = refusal && wayOn(view, refusal)
  const isDead = refusal !== undefined && refusal !== 'code_invalid'
  const { title, deadTitle } = words(view)
  const form: FormState = { view, visit, action: OPEN, fields: { code_invalid: 'code' } }
  return frame(
    visit,
    looks,
    isDead ? deadTitle : title,
    <>
      {isDead ? (
        <Alert>{view.t.errors[refusal]}</Alert>
      ) : (
        <>
          <p>{link.entrance}</p>
          <Form form={form} submit={view.t.common.continue} sentFromLink={OPEN}>
            <CodeField
              form={form}
              label={isLinkAlone ? link.codeInLink : link.code}
              hint={isLinkAlone ? link.codeInLinkHint : undefined}
              isFirst
            />
          </Form>
        </>
      )}
      {way && <p>{way.words}</p>}
      {way && (
        <p>
          <a class={isDead ? 'button' : 'button quiet'} href={way.href}>
            {way.label}
          </a>
        </p>
      )}
      {isDead && (
        <p class="aside">
          <a href={visit.address}>{link.otherCode}</a>
        </p>
      )}
    </>,
  )
}
