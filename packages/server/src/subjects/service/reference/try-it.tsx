import type { Operation, Parameter, Route } from './open-api.ts'
import { Prose } from './prose.tsx'

/** Only what reads: whatever redirects begins something. */
export const canBeTried = ({ method, operation }: Pick<Route, 'method' | 'operation'>): boolean =>
  method === 'GET' && Object.keys(operation.responses).every((status) => !status.startsWith('3'))

interface TryItProps {
  readonly path: string
  readonly parameters: NonNullable<Operation['parameters']>
  readonly typeOf: (parameter: Parameter) => string
}

/**
 * The parameters as fields of a form, which are for the script: a plain form can put nothing into a path, and would send the fields that
 * are empty. Without a script it opens the answer as it is without them, in the session of the visitor as well.
 */
export function TryIt({ path, parameters, typeOf }: TryItProps) {
  const needsScript = path.includes('{')
  return (
    <form class="try" method="get" action={path} data-try={path}>
      {parameters.map((parameter) => (
        <Field key={parameter.name} parameter={parameter} type={typeOf(parameter)} />
      ))}
      <button type="submit" hidden={needsScript}>
        Try it
      </button>{' '}
      <small>{needsScript ? '' : 'In your own session.'}</small>
    </form>
  )
}

function Field({ parameter, type }: { readonly parameter: Parameter; readonly type: string }) {
  const { name, in: place, required = false, description, schema } = parameter
  const choices = schema.enum ?? []
  const facts = { name, 'data-in': place, disabled: true, required }
  const label = (
    <span>
      <code>{name}</code> <small>{[place, type, required ? 'required' : 'optional'].join(', ')}</small>
    </span>
  )
  return (
    <p>
      {choices.length > 0 ? (
        <label>
          {label}
          <select {...facts}>
            <option value="" />
            {choices.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      ) : (
        <label>
          {label}
          <input {...facts} autoComplete="off" spellcheck={false} />
        </label>
      )}
      {description !== undefined && (
        <small>
          <Prose text={description} />
        </small>
      )}
    </p>
  )
}
