import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { FIELDS } from '../../../test/support/declared.ts'
import { directory, load, problems as problemsIn } from '../../../test/support/loaded-config.ts'
import { printableConfig } from '../../platform/config/describe-config.ts'

const problems = (fields: unknown, name = 'DATA_FIELDS') => problemsIn({ env: { [name]: JSON.stringify(fields) } })

describe('a declaration of fields', () => {
  it('is taken where it is right', () => {
    expect(problems(FIELDS)).toEqual([])
    expect(problems({})).toEqual([])
    expect(problems({ domain: { type: 'text', access: 'owner' } }, 'DATA_ORG_FIELDS')).toEqual([])
  })

  it('is refused with all its problems, under the name that was typed', () => {
    const wrong = {
      Company: { type: 'text' },
      ['x'.repeat(41)]: { type: 'text' },
      none: {},
      other: 'text',
      kind: { type: 'string' },
      mistyped: { type: 'text', maxlength: 5 },
      long: { type: 'text', maxLength: 5000 },
      choice: { type: 'choice' },
      twice: { type: 'choice', choices: ['a', 'a'] },
      gold: { type: 'choice', choices: ['free'], default: 'gold' },
      asked: { type: 'text', atSignUp: 'required' },
      secret: { type: 'text', access: 'private', inHeaders: true },
      regex: { type: 'text', pattern: '(a)\\1' },
      number: { type: 'number', pattern: 'a', choices: ['1'] },
      label: { type: 'text', label: 'Label' },
      flag: { type: 'boolean', searchable: 'yes' },
    }
    const begins = (start: string) => expect.stringMatching(`^DATA_FIELDS: ${start}`)
    expect(problems(wrong)).toEqual([
      begins('Company: a name has'),
      begins('x{41}: a name has'),
      begins('none.type: must be one of text, number, boolean, date, choice, list'),
      begins('other: must be an object'),
      begins('kind.type: must be one of'),
      begins('mistyped.maxlength: no such property. Did you mean maxLength\\?'),
      begins('long.maxLength: must be a whole number from 1 to 4096'),
      begins('choice.choices: must be a list'),
      begins('twice.choices: must be a list'),
      begins('gold.default: must be one of free'),
      begins('asked.atSignUp: is for fields with "access": "owner"'),
      begins('secret.inHeaders: is not for private fields'),
      begins('regex.pattern: refers back to a group'),
      begins('number.pattern: is for fields of the types text and list'),
      begins('number.choices: is for fields of the type choice'),
      begins('label.label: must be an object'),
      begins('flag.searchable: must be true or false'),
    ])
  })

  it('has no pattern that takes long with the longest texts that the field takes', () => {
    const field = (pattern: string, maxLength?: number) => problems({ code: { type: 'text', pattern, maxLength } })
    const long = `(${'[a-z]?'.repeat(100)})*`
    expect(field(long)).toEqual([
      expect.stringMatching(
        '^DATA_FIELDS: code.pattern: takes too long with texts of 4096 characters: give the field a maxLength of \\d+ or less$',
      ),
    ])
    expect(field(long, 500)).toEqual([])
    expect(field('[A-Z0-9-]{1,240}')).toEqual([])
    expect(field('[^@ ]+@[^@ ]+\\.[a-z]{2,63}')).toEqual([])
  })

  it('has 32 fields at most', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, { type: 'text' }]))
    expect(problems(many(32))).toEqual([])
    expect(problems(many(33))).toEqual(['DATA_FIELDS: has 33 fields, and may have 32'])
  })

  it('has no two headers of one name, and none too long', () => {
    const inHeaders = { type: 'text', inHeaders: true }
    expect(problems({ planA: inHeaders, plana: inHeaders })).toEqual([
      'DATA_FIELDS: plana.inHeaders: another field has the same header, where case does not count',
    ])
    expect(problems({ plan: { ...inHeaders, default: 'ü'.repeat(200) } })).toEqual([
      expect.stringContaining('longer than 1024 bytes'),
    ])
  })

  it('is only of what organisations have', () => {
    const refused = (part: object) => problems({ domain: { type: 'text', access: 'owner', ...part } }, 'DATA_ORG_FIELDS')
    for (const part of [{ atSignUp: 'optional' }, { inHeaders: true }, { searchable: true }, { exported: false }])
      expect(refused(part)).toEqual([`DATA_ORG_FIELDS: domain.${Object.keys(part)[0]}: is for fields of accounts`])
  })

  it.each(['', 'x', '[]', '7', 'null', '"text"'])('is a JSON object, unlike %j', (text) => {
    expect(problemsIn({ env: { DATA_FIELDS: text } })).toEqual(['DATA_FIELDS: must be a JSON object'])
  })

  it('may stand in the file, in a file of its own, behind --set and in a program, and is printed as it was written', () => {
    const declared = { plan: { type: 'choice', choices: ['free', 'pro'], label: { en: 'Plan' } } }
    const cwd = directory({ 'latchkey.config.json': { data: { fields: declared } }, declared: `${JSON.stringify(declared)}\n` })
    const sources = [
      { cwd },
      { env: { DATA_FIELDS_FILE: path.join(cwd, 'declared') } },
      { set: [`data.fields=${JSON.stringify(declared)}`] },
      { values: { data: { fields: declared } } },
    ]
    for (const source of sources) {
      const config = load(source)
      expect(config.data.fields).toMatchObject([{ name: 'plan', access: 'app', atSignUp: 'no', choices: ['free', 'pro'] }])
      expect(printableConfig(config)['data']).toEqual({ fields: declared, orgFields: {} })
    }
    const wrong = { values: { data: { fields: { plan: { type: 'text', maxLength: 0 } }, orgFields: 7 } } }
    expect(problemsIn(wrong)).toEqual([
      'data.fields (the configuration): plan.maxLength: must be a whole number from 1 to 4096',
      'data.orgFields (the configuration): must be a JSON object',
    ])
  })
})
