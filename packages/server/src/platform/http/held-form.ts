import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { HELD_FIELD, type HostedPage, RESUMED_FIELD, repeatedAddress, type Texts } from '../kernel/hosted-page.ts'
import { openValue, sealValue } from '../kernel/sealed-value.ts'
import type { AppOptions } from './app-options.ts'

/** As long as people may take to prove who they are. */
const LIFE_MS = 600_000
/** Browsers keep 4,096 bytes of a cookie, name and attributes included. */
const MAX_LENGTH = 3_800

interface HeldForm {
  /** Where the visitor comes back to. Its random part tells the form from all others, so that no link of a stranger leads to it. */
  readonly address: string
  readonly action: string
  readonly fields: Texts
  /** Whether all that was typed is kept, so that the form can be sent again without its visitor. */
  readonly isWhole: boolean
  readonly sessionId: string
  readonly expiresAt: number
}

export type SentForm = { readonly action: string; readonly fields: Texts }

type Options<Deps, Caller> = Pick<AppOptions<Deps, Caller>, 'heldFormsKey' | 'clock' | 'sessionOf'>

/** A name that ends with a dot stands for all fields whose names begin with it. */
export const isShownAgain = (name: string, shownAgain: readonly string[]): boolean =>
  shownAgain.some((one) => (one.endsWith('.') ? name.startsWith(one) : name === one))

/**
 * A form that needs a step-up is kept by its browser, sealed, while the visitor proves who they are: only for the session that sent it,
 * for a few minutes, and only the fields that its page may show again. A password is none of them, nor anything that the page does
 * not name, so such a form comes back without it and is sent by its visitor.
 */
export function holdForm<Deps, Caller>(
  { url, state }: FastifyRequest,
  { shownAgain = [], downloads = [] }: HostedPage<Deps, Caller>,
  { action, fields }: SentForm,
  { heldFormsKey, clock, sessionOf }: Options<Deps, Caller>,
) {
  const path = url.split('?')[0] ?? ''
  const nonce = randomBytes(12).toString('base64url')
  const address = `${path}?${new URLSearchParams({ [RESUMED_FIELD]: action, [HELD_FIELD]: nonce })}`
  const typed = Object.entries(fields).filter(([name]) => !name.startsWith('_'))
  const kept = typed.filter(([name]) => isShownAgain(name, shownAgain))
  const isWhole = kept.length === typed.length && !downloads.includes(action)
  const sessionId = sessionOf(state.caller as Caller)
  const sealed = sealValue<HeldForm>(heldFormsKey, {
    ...{ address, action, fields: Object.fromEntries(kept), isWhole, sessionId },
    expiresAt: clock.now() + LIFE_MS,
  })
  return sealed.token.length > MAX_LENGTH ? { address: `${path}?${RESUMED_FIELD}=${action}` } : { address, held: sealed }
}

/** Undefined where this session has none that waits. */
export function heldForm<Deps, Caller>(
  { state: { cookies, caller } }: FastifyRequest,
  { heldFormsKey, clock, sessionOf }: Options<Deps, Caller>,
): HeldForm | undefined {
  if (cookies.held === undefined || caller === undefined) return undefined
  const form = openValue<HeldForm>(heldFormsKey, cookies.held, clock.now(), MAX_LENGTH)
  return form?.sessionId === sessionOf(caller as Caller) ? form : undefined
}

/**
 * The form that is sent again; with the answer its browser forgets it. Whatever came with the request counts for nothing but its origin
 * and its account. Undefined where there is none any more.
 */
export function takeHeld<Deps, Caller>(request: FastifyRequest, options: Options<Deps, Caller>): SentForm | undefined {
  const form = heldForm(request, options)
  if (!form?.isWhole || repeatedAddress(form.address) !== request.url) return undefined
  request.state.isRepeated = true
  request.state.pending = { ...request.state.pending, held: 'end' }
  return form
}
