import { describe, expect, it } from 'vitest'
import { PageVisitor } from '../../../test/support/page-visitor.ts'
import { world } from '../../../test/support/world.ts'
import { pagePaths } from '../../gate/page-paths.ts'
import { loadLooks } from '../../gate/pages/looks.ts'
import { hostedPages } from '../../subjects/index.ts'
import { servedPath } from '../kernel/own-path.ts'

const { signIn, signUp, forgotPassword, resetPassword, setPassword, verifyEmail, checkMail } = pagePaths
const { changeEmail, revertEmail, notMe } = pagePaths
const OPEN_TO_ALL = [
  ...[signIn, signUp, forgotPassword, resetPassword, setPassword, verifyEmail, checkMail],
  ...[changeEmail, revertEmail, notMe],
]

/** Fields that no page has, and one that an attacker hopes is shown. */
const FOREIGN = ['newPassword', 'password', 'oldPassword', 'totp', 'recoveryCode', 'secret', '_csrf']

describe('a form that failed', () => {
  it.each(OPEN_TO_ALL)('shows at %s again what the page names, and nothing else that was typed', async (own) => {
    const { config, browser } = await world()
    const path = servedPath(config.server, own)
    const page = hostedPages(loadLooks(config).looks).find((one) => one.path === own)
    const { shownAgain = [], actions = {} } = page ?? {}
    expect(Object.keys(actions)).not.toEqual([])
    const visitor = new PageVisitor(browser())
    for (const action of Object.keys(actions)) {
      await visitor.open(path)
      const typed = Object.fromEntries([...shownAgain, ...FOREIGN].map((name) => [name, `canary-${name}-end`]))
      const { html } = await visitor.post(path, { _action: action, ...typed })
      const seen = new Set([...html.matchAll(/canary-(\w+)-end/g)].map(([, name]) => name))
      expect(shownAgain).toEqual(expect.arrayContaining([...seen]))
    }
  })

  it('keeps what somebody would have to type again', async () => {
    const { browser } = await world()
    const visitor = new PageVisitor(browser())
    await visitor.open('/sign-up')
    const page = await visitor.submit('signUp', { name: 'Ada', email: 'ada@example.com', password: 'short' })
    expect(page.field('name')).toMatchObject({ value: 'Ada' })
    expect(page.field('email')).toMatchObject({ value: 'ada@example.com' })
    expect(page.html).not.toContain('short')
  })
})
