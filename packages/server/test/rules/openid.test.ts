import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../src')
const OPENID = path.join('subjects', 'openid', path.sep)

const sources = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)

const filesWith = (pattern: RegExp, below = ''): readonly string[] =>
  [...sources].filter(([file, source]) => file.startsWith(below) && pattern.test(source)).map(([file]) => file)

/** What makes an address of our own; beside these nothing is redirected to but by the one file that may. */
const OWN = /^(?:`\$\{pagePaths\.|pagePaths\.|pageFor\(|continueAddress\(|cancelAddress\(|withReturn\(pagePaths\.|afterwards\()/

/** Addresses that are put together in the lines before, and begin with a page of ours. */
const isOwn = (source: string, argument: string): boolean =>
  OWN.test(argument) || (argument.startsWith('address)') && /const address = `\$\{pagePaths\./.test(source))

const leadsElsewhere = (source: string): boolean =>
  /\bleadsOut:|\bleadsTo:/.test(source) ||
  [...source.matchAll(/new Redirect\(([^\n]*)/g)].some(([, argument = '']) => !isOwn(source, argument))

describe('of OpenID Connect exactly one file', () => {
  it('signs', () => {
    const signing = /\bSignJWT\b|\bCompactSign\b|\bGeneralSign\b|\bcreateSign\b|\bsubtle\.sign\b/
    expect(filesWith(signing)).toEqual([path.join(OPENID, 'keys/sign.ts')])
  })

  it('sends people to applications', () => {
    const leading = [...sources].filter(([file, source]) => file.startsWith(OPENID) && leadsElsewhere(source))
    expect(leading.map(([file]) => file)).toEqual([path.join(OPENID, 'pages/send-to-client.tsx')])
  })

  it.each([
    ['codes', /\bauthorizationCodesIn\([^)]*\)\.take\(/, 'steps/redeem-code.ts'],
    ['codes of devices', /\bdeviceCodesIn\([^)]*\)\.take\(/, 'steps/redeem-device-code.ts'],
    ['refresh tokens', /\brefreshTokensIn\([^)]*\)\.take\(/, 'steps/refresh-tokens.ts'],
  ])('spends %s', (_what, spending, file) => {
    expect(filesWith(spending, OPENID)).toEqual([path.join(OPENID, file)])
  })
})
