import { expect, it } from 'vitest'
import { world } from '../../../../test/support/world.ts'
import { connectionTo } from '../../../platform/store/table-list.ts'
import { invitesIn } from './invites.ts'

it('makes an old link good again only where nobody has renewed the invite since', async () => {
  const here = await world()
  const invites = invitesIn(connectionTo(here.elsewhere))
  const invite = { id: 'i', email: 'new@example.com', tokenHash: 'first', createdBy: undefined, createdAt: 1, expiresAt: 10 }
  await invites.add(invite)
  const old = { ...invite, acceptedAt: undefined, revokedAt: undefined }

  await invites.renew('i', 'second', 20)
  await invites.undoRenewal(old, 'second')
  expect(await invites.find('i')).toMatchObject({ tokenHash: 'first', expiresAt: 10 })

  await invites.renew('i', 'second', 20)
  await invites.renew('i', 'third', 30)
  await invites.undoRenewal(old, 'second')
  expect(await invites.find('i')).toMatchObject({ tokenHash: 'third', expiresAt: 30 })
})
