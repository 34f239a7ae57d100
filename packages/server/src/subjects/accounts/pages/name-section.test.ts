import { describe, expect, it } from 'vitest'
import { atAccount } from '../../../../test/support/at-account.ts'

describe('the name on /account', () => {
  it('is changed', async () => {
    const { visitor, first } = await atAccount()
    expect(first.section('name').field('name')).toMatchObject({ value: 'Ada', autocomplete: 'name' })
    const page = await visitor.submit('rename', { name: 'Countess' })
    expect(page.address).toBe('/account?done=name#done')
    expect(page.section('name').notice).toBe('Your name was changed.')
    expect(page.section('name').field('name')?.['value']).toBe('Countess')
  })

  it('has to have something in it, and what was typed stays', async () => {
    const { visitor } = await atAccount()
    await visitor.submit('rename', { name: 'Countess' })
    const typed = 'x'.repeat(201)
    const page = await visitor.submit('rename', { name: typed })
    expect([page.status, page.notice, page.alert]).toEqual([400, undefined, undefined])
    expect(page.section('name').field('name')).toMatchObject({
      value: typed,
      error: 'Please enter a name of 1 to 200 visible characters.',
      'aria-invalid': 'true',
      autofocus: '',
    })
    expect(page.html.match(/ autofocus/g)).toHaveLength(1)
  })
})
