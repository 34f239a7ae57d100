import { type ErrorCode, errors } from '../../../platform/kernel/errors.ts'
import type { Operation, Route } from './open-api.ts'
import { Prose } from './prose.tsx'

export const codesIn = ({ responses }: Operation): readonly ErrorCode[] =>
  Object.values(responses).flatMap(({ content }) =>
    (content?.['application/json']?.schema.allOf ?? []).flatMap(
      ({ properties }) => (properties?.['error']?.enum ?? []) as readonly ErrorCode[],
    ),
  )

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
