import { Type } from 'typebox'
import { Redirect } from '../../../platform/kernel/endpoint.ts'

/** The head of a request ends at 16 KiB, cookies included. */
const LONGEST = 12_000

/** A field of such a form. What it means that one came twice only the page can tell. */
export const passedOn = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())], { description }))

type Passed<Name extends string> = { readonly [N in Name]?: string | readonly string[] | undefined }

/** Browsers send no cookies with a form of another site, so the request is sent on to the page as GET, where they come along. */
export function sentOn<Name extends string>(
  page: string,
  names: readonly Name[],
  form: Passed<Name>,
  fail: (code: 'invalid_request', more: { readonly message: string }) => Error,
): Redirect {
  const query = new URLSearchParams()
  for (const name of names) for (const one of [form[name] ?? []].flat()) query.append(name, one)
  const address = `${page}?${query}`
  if (address.length > LONGEST) throw fail('invalid_request', { message: 'The parameters are too long for an address.' })
  return new Redirect(address)
}
