import { expect, it } from 'vitest'
import { world } from '../../../../test/support/world.ts'
import { SessionLeasesTable } from './session-leases.ts'

it('forgets with the next holder what was written to one that was gone by then', async () => {
  const { elsewhere } = await world({ env: { SESSION_CACHE_SIZE: '0' } })
  const leases = new SessionLeasesTable(elsewhere)
  await leases.add('first')
  await leases.add('second')
  await leases.post('change', ['ada'])
  await elsewhere.query(`DELETE FROM session_leases WHERE id = 'first'`) // as if the change had ended after it
  await leases.add('third')
  expect(await elsewhere.query(`SELECT holder FROM session_messages`)).toEqual([{ holder: 'second' }])
})
