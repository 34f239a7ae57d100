import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { listOf } from '../../../gate/views/fields.ts'
import { isPublished } from '../keys/schedule.ts'
import { signingKeysIn } from '../tables/signing-keys.ts'

const member = (description: string) => Type.Optional(Type.String({ description }))

const Key = Type.Object(
  {
    kid: Type.String({ description: 'The thumbprint of the key, which every token names.' }),
    kty: Type.String({ description: '`RSA` or `EC`.' }),
    alg: Type.String({ description: 'What it signs with.' }),
    use: Type.String({ description: 'Always `sig`.' }),
    n: member('Of an RSA key, its modulus.'),
    e: member('Of an RSA key, its exponent.'),
    crv: member('Of an EC key, its curve.'),
    x: member('Of an EC key.'),
    y: member('Of an EC key.'),
  },
  { title: 'PublicKey', description: 'As RFC 7517 and 7518 have it.' },
)

/** Empty before there is an application: a question makes no key. */
export const jwks = endpoint({
  route: 'GET /oidc/jwks',
  summary: 'The keys by which our signatures are checked',
  auth: 'none',
  limit: 'published',
  publicForSeconds: 300,
  reply: Type.Object({ keys: listOf(Key, 'Those that sign, those that will, and those whose tokens are not all out yet.') }),
  errors: ['overloaded'],

  async handle({ deps: { store, sharedTime } }) {
    const now = sharedTime.now()
    const published = (await signingKeysIn(store).list()).filter((key) => isPublished(key, now))
    return {
      keys: published.map(({ kid, algorithm, publicKey }) => ({ kid, alg: algorithm, use: 'sig', ...members(publicKey) })),
    }
  },
})

const members = ({ kty = '', ...rest }: Readonly<Record<string, string>>) => ({ kty, ...rest })
