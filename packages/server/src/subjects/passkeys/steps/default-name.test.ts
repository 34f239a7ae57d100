import { expect, it } from 'vitest'
import { defaultName, providerOf } from './passkey-providers.ts'

const NONE = '00000000-0000-0000-0000-000000000000'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'

it.each([
  ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', FIREFOX, 'iCloud Keychain'],
  ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 'curl/8', 'Google Password Manager'],
  [NONE, FIREFOX, 'Firefox, Linux'],
  [NONE, 'Mozilla/5.0 (X11; Linux x86_64) Unheard/1', 'Linux'],
  [NONE, 'curl/8', 'Passkey'],
  ['toString', '', 'Passkey'],
])('calls a passkey of %s after what made it', (aaguid, userAgent, name) => {
  expect(defaultName(aaguid, userAgent)).toBe(name)
})

it('knows no provider by nothing', () => {
  expect(providerOf(NONE)).toBeUndefined()
})
