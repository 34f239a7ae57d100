import { type TSchema, Type } from 'typebox'
import type { Config } from '../../platform/config/schema.ts'
import type { Field, Fields } from './field.ts'
import { type Reader, readableBy, writableBy } from './rights.ts'

const anyName = <S extends TSchema>(value: S, title: string, description: string) =>
  Type.Record(Type.String({ pattern: '^[\\s\\S]*$' }), value, { title, description })

const AnyValue = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String()), Type.Null()])

/** Checked as records of any fields; OpenAPI shows the fields that are declared, see `declaredShapes`. */
const shown = (title: string, description: string) => anyName(AnyValue, title, description)
const taken = (title: string, description: string) => anyName(Type.Unknown(), title, description)

const CHANGE = 'Values by field; a field that is left out stays as it is, and null clears it.'

export const OwnData = shown(
  'OwnData',
  'The values that the owner of an account sees, by field: defaults filled in, null where there is none.',
)
export const OwnDataChange = taken('OwnDataChange', CHANGE)
export const AccountData = shown(
  'AccountData',
  'All values of an account, by field: defaults filled in, null where there is none.',
)
export const AccountDataChange = taken('AccountDataChange', CHANGE)
/** As the operator's server is asked about them. */
export const SignUpAnswers = Type.Record(Type.String({ pattern: '^[\\s\\S]*$' }), AnyValue, {
  description: 'What the newcomer has answered, by field.',
})
const SignUpData = taken('SignUpData', 'Values of the fields that are asked for at sign-up, by field.')
export const OrgData = shown(
  'OrgData',
  'The values that members of an organisation see, by field: defaults filled in, null where there is none.',
)
export const OrgDataChange = taken('OrgDataChange', CHANGE)
export const WholeOrgData = shown(
  'WholeOrgData',
  'All values of an organisation, by field: defaults filled in, null where there is none.',
)
export const WholeOrgDataChange = taken('WholeOrgDataChange', CHANGE)

export const signUpData = Type.Optional(SignUpData)

const schemaOf = (field: Field): TSchema => {
  const description = field.label['en'] ?? field.name
  switch (field.type) {
    case 'number':
      return Type.Number({ description })
    case 'boolean':
      return Type.Boolean({ description })
    case 'date':
      return Type.String({ format: 'date', description })
    case 'choice':
      return Type.String({ enum: [...field.choices], description })
    case 'list':
      return Type.Array(Type.String(), { description, maxItems: 20 })
    case 'text':
      return Type.String({ description, maxLength: field.maxLength })
  }
}

const readable = (fields: Fields, reader: Reader) =>
  Object.fromEntries(
    readableBy(fields, reader).map((field) => {
      const { description, ...schema } = schemaOf(field) as TSchema & { description?: string }
      return [
        field.name,
        field.default === undefined
          ? Type.Union([schema as TSchema, Type.Null()], { description: description ?? '' })
          : schemaOf(field),
      ]
    }),
  )

const writable = (fields: Fields, reader: Reader) =>
  Object.fromEntries(
    writableBy(fields, reader).map((field) => [field.name, Type.Optional(Type.Union([schemaOf(field), Type.Null()]))]),
  )

const signUp = (fields: Fields) =>
  Object.fromEntries(
    writableBy(fields, 'newcomer').map((field) => [
      field.name,
      field.atSignUp === 'required' ? schemaOf(field) : Type.Optional(Type.Union([schemaOf(field), Type.Null()])),
    ]),
  )

export const SEARCHED = '^data\\.'

/** What OpenAPI shows of this very service, in place of the records above; and the queries that there are for its fields. */
export function declaredShapes({ data: { fields, orgFields } }: Pick<Config, 'data'>) {
  const shapes = {
    ...(fields.length > 0 && {
      OwnData: readable(fields, 'owner'),
      OwnDataChange: writable(fields, 'owner'),
      AccountData: readable(fields, 'operator'),
      AccountDataChange: writable(fields, 'operator'),
      SignUpData: signUp(fields),
    }),
    ...(orgFields.length > 0 && {
      OrgData: readable(orgFields, 'member'),
      OrgDataChange: writable(orgFields, 'owner'),
      WholeOrgData: readable(orgFields, 'operator'),
      WholeOrgDataChange: writable(orgFields, 'operator'),
    }),
  }
  const searched = fields.filter((field) => field.searchable)
  return {
    schemas: Object.fromEntries(Object.entries(shapes).map(([title, properties]) => [title, Type.Object(properties)])),
    parameters: {
      [SEARCHED]: Object.fromEntries(
        searched.map(({ name }) => [`data.${name}`, Type.String({ description: `Accounts with this value of \`${name}\`.` })]),
      ),
    },
  }
}

/** The document of a running service is public: names of private fields would tell which notes the operator keeps about people. */
export const publicShapes = ({ data: { fields, orgFields } }: Pick<Config, 'data'>) =>
  declaredShapes({ data: { fields: readableBy(fields, 'owner'), orgFields: readableBy(orgFields, 'member') } })
