import { expect, it } from 'vitest'
import { importing } from '../../../../test/support/importing.ts'

const MODEL = 'EA9B8D66-4D01-1D21-3CE4-B6B48CB575D4'

/** A person of Keycloak with one passkey. */
const person = (id: string, said: Readonly<Record<string, unknown>>) => {
  const about = { credentialId: Buffer.from(`key of ${id}`).toString('base64'), credentialPublicKey: 'pQECAyYgASFY', counter: 7 }
  const credentials = [{ type: 'webauthn', userLabel: 'Key', credentialData: JSON.stringify({ ...about, ...said }) }]
  return { id, email: `${id}@example.com`, emailVerified: true, credentials }
}

it('brings passkeys of the same domain, and nothing that they cannot be', async () => {
  const { write, run, sql } = await importing()
  const people = [
    person('ada', { aaguid: MODEL, transports: ['usb', 'nfc'] }),
    person('eve', { aaguid: '\u0000', transports: ['usb', '\u0000', 'usb', 7], counter: 1e300 }),
  ]
  const config = write('config.json', '{"rpId":"localhost"}')
  const file = write('realm.json', JSON.stringify({ users: people }))
  expect(await run(file, '--from', 'keycloak', '--hash-config', config)).toMatchObject({ code: 0 })
  const found = `SELECT a.email, p.aaguid, p.transports, p.counter, p.name FROM passkeys p JOIN accounts a ON a.id = p.account_id ORDER BY a.email`
  expect(await sql(found)).toEqual([
    { email: 'ada@example.com', aaguid: MODEL.toLowerCase(), transports: '["usb","nfc"]', counter: 7, name: 'Key' },
    { email: 'eve@example.com', aaguid: '00000000-0000-0000-0000-000000000000', transports: '["usb"]', counter: 0, name: 'Key' },
  ])
  const owing = await sql(
    `SELECT email FROM accounts WHERE passkey_gate_at IS NOT NULL AND user_handle IS NOT NULL ORDER BY email`,
  )
  expect(owing).toEqual([{ email: 'ada@example.com' }, { email: 'eve@example.com' }])
})
