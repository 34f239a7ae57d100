import { isStructure, type Structure } from '../../platform/config/kinds.ts'
import { LinearPattern } from '../../platform/kernel/linear-pattern.ts'
import { didYouMean } from '../../platform/kernel/nearest.ts'
import {
  AT_SIGN_UP,
  FIELD_NAME,
  FIELD_TYPES,
  type Field,
  type Fields,
  MOST_BYTES,
  MOST_FIELDS,
  type Texts,
  TIERS,
} from './field.ts'
import { headerOf, MOST_HEADER_BYTES, sizeInHeader } from './headers.ts'
import { readValue } from './value.ts'

export type Kind = 'account' | 'organisation'

const PARTS = [
  ...(['type', 'access', 'maxLength', 'choices', 'pattern', 'default', 'label', 'hint'] as const),
  ...(['atSignUp', 'inHeaders', 'searchable', 'exported'] as const),
] as const
type Part = (typeof PARTS)[number]

/** An organisation does not sign up, and sends no requests. */
const OF_ACCOUNTS: readonly Part[] = ['atSignUp', 'inHeaders', 'searchable', 'exported']

const MOST_CHOICES = 100
const MOST_CHOICE_LENGTH = 100
const MOST_LABEL_LENGTH = 100
const MOST_HINT_LENGTH = 300
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/

/** Every problem of a declaration, each with the field and its part, so that the operator mends all of it at once. */
export function readDeclaration(kind: Kind, declared: Structure): { value: Fields } | { problems: readonly string[] } {
  const problems: string[] = []
  const entries = Object.entries(declared)
  if (entries.length > MOST_FIELDS) problems.push(`has ${entries.length} fields, and may have ${MOST_FIELDS}`)
  const fields = entries.flatMap(([name, one]) => {
    const found: string[] = []
    const field = readField(kind, name, one, (problem) => found.push(problem))
    problems.push(...found)
    return field && found.length === 0 ? [field] : []
  })
  problems.push(...problemsTogether(fields))
  return problems.length > 0 ? { problems } : { value: fields }
}

function problemsTogether(fields: Fields): readonly string[] {
  const inHeaders = fields.filter((field) => field.inHeaders)
  const headers = inHeaders.map(({ name }) => headerOf(name).toLowerCase())
  const twice = inHeaders.filter((_, at) => headers.indexOf(headers[at] ?? '') !== at)
  const size = inHeaders.reduce((sum, field) => sum + sizeInHeader(field.default), 0)
  return [
    ...twice.map(({ name }) => `${name}.inHeaders: another field has the same header, where case does not count`),
    ...(size > MOST_HEADER_BYTES
      ? [`the defaults of fields with inHeaders are longer than ${MOST_HEADER_BYTES} bytes together`]
      : []),
  ]
}

type Report = (problem: string) => void

function readField(kind: Kind, name: string, one: unknown, report: Report): Field | undefined {
  if (!FIELD_NAME.test(name))
    report(`${name.slice(0, 60)}: a name has 1 to 40 letters and digits, and begins with a small letter`)
  if (!isStructure(one)) {
    report(`${name}: must be an object such as {"type": "text"}`)
    return undefined
  }
  for (const part of Object.keys(one)) {
    if (!PARTS.some((known) => known === part)) report(`${name}.${part}: no such property.${didYouMean(part, PARTS)}`)
    else if (kind === 'organisation' && OF_ACCOUNTS.some((known) => known === part))
      report(`${name}.${part}: is for fields of accounts`)
  }
  const read = new Reader(name, one, report)
  const type = read.oneOf('type', FIELD_TYPES)
  if (type === undefined) return undefined
  const access = read.oneOf('access', TIERS, 'app')
  const base = {
    name,
    type,
    access: access ?? 'app',
    atSignUp: read.oneOf('atSignUp', AT_SIGN_UP, 'no') ?? 'no',
    ...ofType(read, type),
    default: undefined,
    inHeaders: read.flag('inHeaders', false),
    searchable: read.flag('searchable', false),
    exported: read.flag('exported', true),
    label: read.texts('label', MOST_LABEL_LENGTH),
    hint: read.texts('hint', MOST_HINT_LENGTH),
    declared: one,
  } satisfies Field
  if (base.atSignUp !== 'no' && access !== 'owner') report(`${name}.atSignUp: is for fields with "access": "owner"`)
  if (base.inHeaders && access === 'private')
    report(
      `${name}.inHeaders: is not for private fields, because a person can see the headers of their own requests behind some proxies`,
    )
  return { ...base, default: defaultOf(base, one['default'], report) }
}

function ofType(read: Reader, type: Field['type']): Pick<Field, 'maxLength' | 'choices' | 'pattern'> {
  const isText = type === 'text' || type === 'list'
  if (!isText) for (const part of ['maxLength', 'pattern'] as const) read.refuse(part, 'is for fields of the types text and list')
  if (type !== 'choice') read.refuse('choices', 'is for fields of the type choice')
  const maxLength = isText ? read.length() : MOST_BYTES
  return {
    maxLength,
    choices: type === 'choice' ? read.choices() : [],
    pattern: isText ? read.pattern(maxLength) : undefined,
  }
}

function defaultOf(field: Field, declared: unknown, report: Report): Field['default'] {
  if (declared === undefined) return undefined
  const result = readValue(field, declared)
  if ('problem' in result) report(`${field.name}.default: ${result.problem}`)
  else if (result.value === undefined) report(`${field.name}.default: must not be empty`)
  else return result.value
  return undefined
}

/** The parts of one field, each read by its own rule. */
class Reader {
  readonly #name: string
  readonly #declared: Structure
  readonly #report: Report

  constructor(name: string, declared: Structure, report: Report) {
    this.#name = name
    this.#declared = declared
    this.#report = report
  }

  refuse(part: Part, problem: string): void {
    if (this.#of(part) !== undefined) this.#wrong(part, problem)
  }

  oneOf<One extends string>(part: Part, values: readonly One[], unlessNamed?: One): One | undefined {
    const declared = this.#of(part) ?? unlessNamed
    const found = values.find((one) => one === declared)
    if (found === undefined) this.#wrong(part, `must be one of ${values.join(', ')}`)
    return found
  }

  flag(part: Part, unlessNamed: boolean): boolean {
    const declared = this.#of(part) ?? unlessNamed
    if (typeof declared !== 'boolean') this.#wrong(part, 'must be true or false')
    return declared === true
  }

  length(): number {
    const declared = this.#of('maxLength') ?? MOST_BYTES
    if (typeof declared === 'number' && Number.isInteger(declared) && declared >= 1 && declared <= MOST_BYTES) return declared
    this.#wrong('maxLength', `must be a whole number from 1 to ${MOST_BYTES}`)
    return MOST_BYTES
  }

  choices(): readonly string[] {
    const declared = this.#of('choices')
    const isList = Array.isArray(declared) && declared.length > 0 && declared.length <= MOST_CHOICES
    const texts = isList ? declared.filter((one) => isLine(one, MOST_CHOICE_LENGTH)) : []
    if (texts.length === 0 || texts.length !== (declared as unknown[]).length || new Set(texts).size !== texts.length)
      this.#wrong('choices', `must be a list of 1 to ${MOST_CHOICES} different texts of 1 to ${MOST_CHOICE_LENGTH} characters`)
    return texts
  }

  pattern(maxLength: number): LinearPattern | undefined {
    const declared = this.#of('pattern')
    if (declared === undefined) return undefined
    try {
      if (typeof declared !== 'string' || declared === '') throw new Error('must be text')
      const pattern = new LinearPattern(declared)
      const { longestText } = pattern
      if (maxLength > longestText)
        throw new Error(
          `takes too long with texts of ${maxLength} characters: give the field a maxLength of ${longestText} or less`,
        )
      return pattern
    } catch (error) {
      this.#wrong('pattern', (error as Error).message)
      return undefined
    }
  }

  texts(part: 'label' | 'hint', most: number): Texts {
    const declared = this.#of(part) ?? {}
    const isFine =
      isStructure(declared) && Object.entries(declared).every(([tag, one]) => LANGUAGE.test(tag) && isLine(one, most))
    if (!isFine) this.#wrong(part, `must be an object such as {"en": "Company"}, with texts of 1 to ${most} characters`)
    return isFine ? (declared as Texts) : {}
  }

  #of(part: Part): unknown {
    return Object.hasOwn(this.#declared, part) ? this.#declared[part] : undefined
  }

  #wrong(part: Part, problem: string): void {
    this.#report(`${this.#name}.${part}: ${problem}`)
  }
}

const LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+$/u
const isLine = (one: unknown, most: number): one is string =>
  typeof one === 'string' && one === one.trim() && LINE.test(one) && [...one].length <= most
