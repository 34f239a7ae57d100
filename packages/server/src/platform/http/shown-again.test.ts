import { describe, expect, it } from 'vitest'
import { scratchApp } from '../../../test/support/scratch-app.ts'
import { Failure } from '../kernel/errors.ts'
import type { HostedPage } from '../kernel/hosted-page.ts'

/** Prints all that it is given to show again. */
const careless = (shownAgain?: readonly string[]): HostedPage<unknown, unknown> => ({
  path: '~/careless',
  for: 'anybody',
  ...(shownAgain && { shownAgain }),
  show: async ({ typed }) => ({ html: JSON.stringify(typed) }),
  actions: {
    send: async () => {
      throw new Failure('invalid_input')
    },
  },
})

const typed = { _action: 'send', _csrf: 'token', email: 'ada@example.com', pin: '1234', newPassword: 'correct horse 1' }

describe('a page whose form failed', () => {
  it('is given what was typed into the fields that it names, and nothing else', async () => {
    const { submit } = scratchApp({}, { hostedPages: [careless(['email', 'name'])] })
    const { status, body } = await submit('/careless', typed)
    expect([status, JSON.parse(body)]).toEqual([400, { _action: 'send', email: 'ada@example.com' }])
  })

  it('is given nothing that was typed when it names no field', async () => {
    const { submit } = scratchApp({}, { hostedPages: [careless()] })
    expect(JSON.parse((await submit('/careless', typed)).body)).toEqual({ _action: 'send' })
  })
})
