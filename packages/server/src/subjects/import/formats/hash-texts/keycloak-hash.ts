import type { Digest, ForeignHash } from '../../../../gate/passwords/foreign/foreign-hash.ts'
import type { ImportedRecord } from '../../imported-record.ts'
import { base64Of, countOf } from '../bytes.ts'
import { objectOf, textOf } from '../fields.ts'
import { nestedRow, type Row, textsOf } from '../nested.ts'
import { modular, raw } from './modular.ts'

export interface KeycloakConfig {
  /** Where `max-padding-length` is set there. Up to a block of the digest, padding makes no difference to PBKDF2. */
  readonly padTo: number | undefined
}

const DIGESTS: Readonly<Record<string, Digest>> = {
  pbkdf2: 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
}

/** Before version 8 its parts stood beside one another; now they are JSON within JSON. */
export function keycloakPassword(credential: Row | undefined, config: KeycloakConfig): ImportedRecord['password'] {
  if (!credential) return undefined
  const [data, secret] = [nestedRow(credential['credentialData']), nestedRow(credential['secretData'])]
  const algorithm = textOf(data['algorithm'] ?? credential['algorithm'])
  const value = textOf(secret['value'] ?? credential['hashedSaltedValue'])
  const parts = {
    rounds: countOf(data['hashIterations'] ?? credential['hashIterations']),
    salt: base64Of(secret['salt'] ?? credential['salt']),
    key: base64Of(value),
  }
  if (value === undefined || algorithm === undefined) return 'unknown'
  if (algorithm === 'bcrypt') return modular(value, ['bcrypt'])
  if (algorithm === 'argon2') return raw(argon2(data, parts))
  const digest = Object.hasOwn(DIGESTS, algorithm) ? DIGESTS[algorithm] : undefined
  const { rounds, salt, key } = parts
  if (!digest || !salt || !key) return 'unknown'
  return raw({ scheme: 'pbkdf2', digest, rounds, salt, key, ...(config.padTo !== undefined && { padTo: config.padTo }) })
}

const VERSIONS: Readonly<Record<string, number>> = { '1.0': 16, '1.3': 19 }
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

function argon2(data: Row, { rounds, salt, key }: { rounds: number; salt: Buffer | undefined; key: Buffer | undefined }) {
  const more = objectOf(data['additionalParameters']) ?? {}
  const one = (name: string): string => textsOf(more[name])[0] ?? ''
  const [type, version] = [one('type'), Object.hasOwn(VERSIONS, one('version')) ? VERSIONS[one('version')] : undefined]
  if (!/^(?:id|i|d)$/.test(type) || version === undefined || !salt || !key) return undefined
  const costs = `m=${countOf(one('memory'))},t=${rounds},p=${countOf(one('parallelism'))}`
  return {
    scheme: 'argon2',
    phc: `$argon2${type}$v=${version}$${costs}$${unpadded(salt)}$${unpadded(key)}`,
  } satisfies ForeignHash
}
