import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../src')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const)

const filesWith = (pattern: RegExp): readonly string[] => sources.filter(([, text]) => pattern.test(text)).map(([file]) => file)

/** Redirects whose address is none that a helper for pages of ours has made. `address` is one, of a page of ours, in the same function. */
const redirectsElsewhere = (text: string): readonly string[] =>
  [...text.matchAll(/new Redirect\(\s*([^\n]*)/g)]
    .map(([, to = '']) => to)
    .filter(
      (to) =>
        !/^(?:pageFor|continueAddress|cancelAddress|withReturn|afterwards|doneAt)\(|^pagePaths\.|^`\$\{pagePaths\.|^address\)$/.test(
          to,
        ),
    )

describe('what an application is given leaves in one place', () => {
  it('signs in one file', () => {
    expect(filesWith(/\bSignJWT\(|\bsubtle\.sign\(|\bcreateSign\(/)).toEqual(['subjects/openid/keys/sign.ts'])
  })

  it('spends codes in one file, by one statement', () => {
    expect(filesWith(/authorizationCodesIn\(\w+\)\s*\.take\(/)).toEqual(['subjects/openid/steps/redeem-code.ts'])
    expect(filesWith(/UPDATE oidc_codes SET used_at = \? WHERE hash/)).toEqual(['subjects/openid/tables/codes.ts'])
  })

  it('spends codes of devices in one file, and refresh tokens in another', () => {
    const ofApplications = (pattern: RegExp) => filesWith(pattern).filter((file) => file.startsWith('subjects/openid/'))
    expect(ofApplications(/\bdeviceCodesIn\(\w+\)\s*\.take\(/)).toEqual(['subjects/openid/steps/redeem-device-code.ts'])
    expect(ofApplications(/\brefreshTokensIn\(\w+\)\s*\.take\(/)).toEqual(['subjects/openid/steps/refresh-tokens.ts'])
  })

  it('makes codes in one file', () => {
    expect(filesWith(/authorizationCodesIn\(\w+\)\s*\.add\(/)).toEqual(['subjects/openid/steps/answer-request.ts'])
  })

  it('sends people to applications from one file', () => {
    expect(filesWith(/\bleadsOut: /).filter((file) => file.startsWith('subjects/'))).toEqual([
      'subjects/openid/pages/send-to-client.tsx',
    ])
    const others = sources.filter(([file]) => file.startsWith('subjects/openid/') && !file.endsWith('send-to-client.tsx'))
    expect(others.flatMap(([file, text]) => redirectsElsewhere(text).map((to) => `${file}: ${to}`))).toEqual([])
  })

  it('would notice another one', () => {
    expect(redirectsElsewhere('return new Redirect(params.redirectUri)')).toHaveLength(1)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
    expect(redirectsElsewhere('return new Redirect(`${client.homeUrl}`)')).toHaveLength(1)
    expect(redirectsElsewhere('return new Redirect(pageFor(kind, token), cookies)')).toEqual([])
  })
})
