import { PASSWORD, type World } from '../support/world.ts'
import { UNKNOWN } from './administering.ts'
import type { Walk } from './cases.ts'
import { bySomeone, someone } from './preparing.ts'

/** A browser that its owner trusts. */
async function trusted(here: World) {
  const [{ email }, visitor] = [await someone(here, 'two_factor_enabled_at = 1'), here.browser()]
  const { body } = await visitor.post('/auth/login', { email, password: PASSWORD })
  const { code } = await here.mail.newest(email)
  await visitor.post('/auth/2fa/verify', { challengeId: body.challengeId, code, trustDevice: true })
  return visitor
}

export const devices = {
  listDevices: { well: async (here) => (await trusted(here)).get('/auth/devices') },
  revokeDevice: {
    well: async (here) => {
      const visitor = await trusted(here)
      const { body } = await visitor.get('/auth/devices')
      return visitor.delete(`/auth/devices/${body.currentDeviceId}`)
    },
    device_not_found: bySomeone(`DELETE /auth/devices/${UNKNOWN}`),
  },
  revokeDevices: { well: async (here) => (await trusted(here)).delete('/auth/devices') },
} satisfies Partial<Walk>
