import { type ErrorCode, errors } from '../../../platform/kernel/errors.ts'
import type { Operation, Route } from './open-api.ts'
import { Prose } from './prose.tsx'

/** Of what applications are told, that which stands in our table under the same status: the standards give one name to several things. */
export const codesIn = ({ responses }: Operation): readonly ErrorCode[] =>
  Object.entries(responses).flatMap(([status, { content }]) =>
    (content?.['application/json']?.schema.allOf ?? []).flatMap(({ properties }) =>
      (properties?.['error']?.enum ?? []).filter((code): code is ErrorCode => statusOf(code) === status),
    ),
  )

const statusOf = (code: string): string | undefined =>
  Object.hasOwn(errors, code) ? String(errors[code as ErrorCode][0]) : undefined

/** What all of several routes may answer with is said once for all of them. */
export function sharedCodes([first, ...others]: readonly Route[]): readonly ErrorCode[] {
  if (!first || others.length === 0) return []
  return codesIn(first.operation).filter((code) => others.every(({ operation }) => codesIn(operation).includes(code)))
}

/** By status. The addresses are relative to the pages of the groups, beside which the page of errors is. */
export function ErrorCodes({ codes }: { readonly codes: readonly ErrorCode[] }) {
  const statuses = [...new Set(codes.map((code) => errors[code][0]))].sort()
  return (
    <p class="codes">
      {statuses.map((status) => (
        <span key={status}>
          <b>{status}</b>
          {codes
            .filter((code) => errors[code][0] === status)
            .map((code) => (
              <>
                {' '}
                <a href={`errors#${code}`}>{code}</a>
              </>
            ))}
        </span>
      ))}
    </p>
  )
}

export function ErrorList({ codes }: { readonly codes: readonly ErrorCode[] }) {
  const sorted = codes.toSorted((one, other) => errors[one][0] - errors[other][0] || (one < other ? -1 : 1))
  return (
    <dl>
      {sorted.map((code) => (
        <div key={code} id={code}>
          <dt>
            <b>{errors[code][0]}</b> <code>{code}</code>
          </dt>
          <dd>
            {errors[code][1]}{' '}
            <span>
              <Prose text={errors[code][2]} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
