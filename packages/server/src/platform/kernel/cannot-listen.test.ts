import { describe, expect, it } from 'vitest'
import { CannotListen } from './cannot-listen.ts'

describe('CannotListen', () => {
  it.each([
    ['EADDRINUSE', '127.0.0.1', 'Cannot listen on 127.0.0.1:80 (PORT): another process listens there.'],
    ['EACCES', '0.0.0.0', 'Cannot listen on 0.0.0.0:80 (PORT): this process may not, as with ports below 1024.'],
    ['EADDRNOTAVAIL', '::2', 'Cannot listen on [::2]:80 (PORT): this machine does not have the address.'],
    ['ENOTFOUND', 'nowhere', 'Cannot listen on nowhere:80 (PORT): nobody knows the name of the host.'],
  ])('says in one line what %s means', (code, host, message) => {
    const error = CannotListen.from(Object.assign(new Error('listen'), { code }), { host, port: 80, setting: 'PORT' })
    expect(error).toBeInstanceOf(CannotListen)
    expect(error).toHaveProperty('message', message)
  })

  it('leaves every other error as it is', () => {
    const error = new Error('something else')
    expect(CannotListen.from(error, { host: 'localhost', port: 80, setting: 'PORT' })).toBe(error)
  })
})
