import { createClient } from '../../src/index.ts'
import * as passkeys from '../../src/passkeys.ts'
import * as stepUp from '../../src/step-up.ts'
import * as twoFactor from '../../src/two-factor.ts'

const client = createClient({ baseUrl: '' })
Object.assign(window, { entries: { client, passkeys, stepUp, twoFactor } })
