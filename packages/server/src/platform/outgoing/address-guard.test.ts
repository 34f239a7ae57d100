import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { AddressGuard, type GuardOptions } from './address-guard.ts'
import { NotSent } from './outcome.ts'

const NEVER = new AbortController().signal
const options = { isProduction: true, publicUrl: 'https://id.example.com', port: 3000, hosts: [], networks: [] }

const guard = (more: Partial<GuardOptions> = {}) => new AddressGuard({ ...options, ...more })
const named = (...addresses: string[]) => ({ resolve: async () => addresses })

const asked = async (one: AddressGuard, address: string) => {
  const url = one.read(address)
  if (typeof url === 'string') return url
  return one.addresses(url, NEVER).catch((error: unknown) => {
    if (error instanceof NotSent) return error.outcome
    throw error
  })
}

describe('an address that was typed', () => {
  it.each([
    ...['https://hooks.example.net/in?a=1', 'https://hooks.example.net:443/', 'https://hooks.example.net:8443'],
    ...['https://8.8.8.8/', 'https://[2606:4700::1111]:1024/', 'HTTPS://Hooks.Example.NET', 'https://id.example.com:8443/other'],
  ])('is taken: %s', (text) => expect(guard().read(text)).toBeInstanceOf(URL))

  it.each([
    ...['', 'hooks.example.net', '/hooks', 'http://hooks.example.net:8080/', 'ftp://hooks.example.net', 'file:///etc/passwd'],
    ...[
      'https://hooks.example.net:22/',
      'https://hooks.example.net:1023/',
      'https://hooks.example.net:80',
      'https://a@hooks.example.net',
    ],
    ...[
      'https://a:b@hooks.example.net/',
      'https://:b@hooks.example.net/',
      'https://hooks.example.net/#part',
      'https://',
      'https://256.1.1.1/',
    ],
    ...[
      'https://1.2.3.4.5/',
      'https://[::1',
      'https://[fe80::1%25eth0]/',
      `https://hooks.example.net/${'a'.repeat(2048)}`,
      'gopher://x:6379/',
    ],
  ])('is none: %s', (text) => expect(guard().read(text)).toBe('invalid_url'))

  it.each([
    ...[
      'https://127.0.0.1/',
      'https://127.1/',
      'https://2130706433/',
      'https://0x7f000001/',
      'https://0x7f.1/',
      'https://0177.0.0.1/',
    ],
    ...['https://017700000001/', 'https://127.0.0.1./', 'https://①②⑦.⓪.⓪.①/', 'https://１２７.0.0.1/', 'https://127。0。0。1/'],
    ...['https://%31%32%37.0.0.1/', 'https://0/', 'https://0.0.0.0/', 'https://10.1.2.3:8443/', 'https://169.254.169.254/latest'],
    ...[
      'https://[::1]/',
      'https://[::]/',
      'https://[0:0:0:0:0:0:0:1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]/',
    ],
    ...[
      'https://[::127.0.0.1]/',
      'https://[64:ff9b::7f00:1]/',
      'https://[2002:7f00:1::]/',
      'https://[2001::1]/',
      'https://[fd00:ec2::254]/',
    ],
    ...[
      'https://[fe80::1]/',
      'https://[ff02::1]/',
      'https://localhost:8443/',
      'https://LOCALHOST/',
      'https://localhost./',
      'https://a.localhost/',
    ],
    ...['https://id.example.com/', 'https://ID.example.com:443/auth', 'https://id.example.com./', 'https://ⓘd.example.com/'],
  ])('is not allowed: %s', (text) => expect(guard().read(text)).toBe('address_not_allowed'))

  it('may be without TLS in development alone', () => {
    const inDevelopment = guard({ isProduction: false })
    expect(inDevelopment.read('http://hooks.example.net:8080/')).toBeInstanceOf(URL)
    expect(inDevelopment.read('http://hooks.example.net/')).toBe('invalid_url')
    expect(inDevelopment.read('http://localhost:8080/')).toBe('address_not_allowed')
  })
})

describe('the receiver in development', () => {
  const receiver = 'http://id.localhost:3000/dev/webhooks'
  const own = { publicUrl: 'http://id.localhost:3000', receiver }

  it('is the one address of the service that is taken, and leads to this machine whatever its name would', async () => {
    const one = guard({ ...own, isProduction: false, ...named('8.8.8.8') })
    expect(await asked(one, 'HTTP://ID.localhost:3000/dev/../dev/webhooks')).toEqual(['127.0.0.1', '::1'])
    for (const other of ['/dev/webhooks/', '/dev/webhooks?a', '/dev/inbox', '/'])
      expect(await asked(one, `http://id.localhost:3000${other}`)).toBe('address_not_allowed')
    for (const other of ['http://127.0.0.1:3000/dev/webhooks', 'http://localhost:3000/dev/webhooks'])
      expect(await asked(one, other)).toBe('address_not_allowed')
    expect(one.read('http://a@id.localhost:3000/dev/webhooks')).toBe('invalid_url')
    expect(one.read('http://id.localhost/dev/webhooks')).toBe('invalid_url')
  })

  it('is none in production', async () => {
    const secure = { ...own, publicUrl: 'https://id.localhost:3000', receiver: 'https://id.localhost:3000/dev/webhooks' }
    expect(await asked(guard(secure), secure.receiver)).toBe('address_not_allowed')
  })
})

describe('a name', () => {
  it('leads to all of its addresses', async () => {
    const all = ['8.8.8.8', '2606:4700::1111']
    expect(await asked(guard(named(...all)), 'https://hooks.example.net/')).toEqual(all)
  })

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'fd00::1', '64:ff9b::a00:1', '2002:a00:1::'])(
    'with one forbidden address leads nowhere: %s',
    async (address) => {
      for (const all of [[address], ['8.8.8.8', address], [address, '8.8.8.8']])
        expect(await asked(guard(named(...all)), 'https://hooks.example.net/')).toBe('address_not_allowed')
    },
  )

  it('that is not there says so, and what is asked for it is cut off', async () => {
    const cut = new AbortController()
    const url = new URL('https://nowhere.invalid/')
    const asking = guard().addresses(url, cut.signal)
    cut.abort()
    await expect(asking).rejects.toMatchObject({ outcome: 'dns_failed' })
  })
})

describe('what the operator allows', () => {
  it('are networks, and a name with one address in it and another outside leads nowhere all the same', async () => {
    const widened = { networks: ['10.1.0.0/16', 'fd00:1::/32'] }
    expect(await asked(guard(widened), 'https://10.1.2.3/')).toEqual(['10.1.2.3'])
    expect(await asked(guard(widened), 'https://10.2.2.3/')).toBe('address_not_allowed')
    const one = guard({ ...widened, ...named('10.1.2.3', 'fd00:1::5', '8.8.8.8') })
    expect(await asked(one, 'https://hooks.example.net/')).toEqual(['10.1.2.3', 'fd00:1::5', '8.8.8.8'])
    const other = guard({ ...widened, ...named('10.1.2.3', '10.2.2.3') })
    expect(await asked(other, 'https://hooks.example.net/')).toBe('address_not_allowed')
  })

  it('are names, which the system may know from elsewhere, and no names below them', async () => {
    const widened = guard({ hosts: ['localhost'], ...named('10.0.0.1') })
    const found = await asked(widened, 'https://localhost:8443/')
    expect(['127.0.0.1', '::1']).toEqual(expect.arrayContaining([...found]))
    expect(await asked(widened, 'https://a.localhost:8443/')).toBe('address_not_allowed')
    expect(await asked(widened, 'https://hooks.example.net:8443/')).toBe('address_not_allowed')
  })

  it('is never the service itself, by whatever name', async () => {
    const ownAddresses = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])
    const widened = { hosts: ['localhost', 'id.example.com'], networks: ['127.0.0.0/8', '::1', ...ownAddresses] }
    expect(await asked(guard(widened), 'https://localhost:3000/')).toBe('address_not_allowed')
    expect(await asked(guard(widened), 'https://127.9.9.9:3000/')).toBe('address_not_allowed')
    expect(await asked(guard(widened), 'https://id.example.com/')).toBe('address_not_allowed')
    for (const address of ownAddresses)
      expect(await asked(guard({ ...widened, ...named(address) }), 'https://hooks.example.net:3000/')).toBe('address_not_allowed')
    expect(await asked(guard(widened), 'https://127.9.9.9:3001/')).toEqual(['127.9.9.9'])
  })
})
