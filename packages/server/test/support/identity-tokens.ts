import {
  type CryptoKey,
  decodeJwt,
  exportJWK,
  exportSPKI,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { atEnd } from './shared.ts'

const ALG = 'RS256'
const KID = 'the-key'

interface Answer {
  readonly id_token?: string
}
type Change = (claims: JWTPayload) => JWTPayload

/** RSA keys are slow to make: after a test they are used again, within one test they all differ. */
const spare: GenerateKeyPairResult[] = []

async function keyPair(): Promise<GenerateKeyPairResult> {
  const pair = spare.pop() ?? (await generateKeyPair(ALG, { extractable: true }))
  atEnd(() => void spare.push(pair))
  return pair
}

/** The key of a provider, and what can be made of its ID tokens with that key, or without. */
export async function identityTokens() {
  const { privateKey, publicKey } = await keyPair()

  const remade = (make: (claims: JWTPayload) => string | Promise<string>) => async (answer: Answer) =>
    answer.id_token === undefined ? answer : { ...answer, id_token: await make(decodeJwt(answer.id_token)) }
  const signed = (claims: JWTPayload, key: CryptoKey | Uint8Array, alg = ALG) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid: KID }).sign(key)

  return {
    jwk: { ...(await exportJWK(privateKey)), alg: ALG, kid: KID, use: 'sig' },
    /** Other claims under the provider's own signature. */
    tampered: (change: Change) => remade((claims) => signed(change(claims), privateKey)),
    unsigned: remade((claims) => new UnsecuredJWT(claims).encode()),
    signedByStranger: remade(async (claims) => signed(claims, (await keyPair()).privateKey)),
    /** The public key as a shared secret: fools whoever lets the token choose the algorithm. */
    signedWithPublicKey: remade(async (claims) => signed(claims, Buffer.from(await exportSPKI(publicKey)), 'HS256')),
  }
}
