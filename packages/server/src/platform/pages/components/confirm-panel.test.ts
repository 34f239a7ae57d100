import { expect, it } from 'vitest'
import { ADA } from '../../../../test/support/administered.ts'
import { atConsole } from '../../../../test/support/at-console.ts'

const TITLES = '<details class="ask"[^>]*><summary[^>]*>[^<]*</summary><div class="body"><h3>(.*?)</h3>'

it('what opens has the act as its title, which is no button that leads on', async () => {
  const { visitor, adaId } = await atConsole({ ENABLE_INVITE: 'true' })
  const titles = async (path: string) => {
    const page = await visitor.open(path)
    expect([path, page.textsOf(TITLES).length]).toEqual([path, page.html.split('<details class="ask"').length - 1])
    return page.textsOf(TITLES)
  }
  await visitor.open('/console/invites')
  await visitor.submit('create', { email: `new-${ADA}` })
  expect(await titles('/console/invites')).toEqual(['Withdraw this invite'])
  expect(await titles(`/console/users/${adaId}`)).toEqual([
    'Edit the name',
    'Change the email address',
    'Mark the address as confirmed',
    'Make this account an administrator',
    'Send a password reset',
    'Ban this account',
    'End all sessions of this account',
    'Delete this account',
  ])
  expect(await titles('/account/security')).toEqual(['Change your password', 'Add a passkey', 'Turn on email codes'])
  expect(await titles('/account/data')).toEqual(['Delete your account'])
})
