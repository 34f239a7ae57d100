import { Type } from 'typebox'
import { type Deps, endpoint } from '../../../gate/deps.ts'
import { parameter } from '../../../gate/views/fields.ts'
import type { Stranger } from '../../../platform/kernel/endpoint.ts'
import type { Limit } from '../../../platform/kernel/endpoint-facts.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { hashOfOpaque, recogniseAccess } from '../steps/access-tokens.ts'
import { claimsOf, subjectFor } from '../steps/claims.ts'
import { unmetDemand } from '../steps/demands.ts'

const Claims = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Who the person is, and what the scopes of the token tell of them at this moment.',
})

const about = {
  auth: 'none',
  limit: 'none',
  isOAuth: true,
  reply: Claims,
} as const

const REFUSALS = ['invalid_token', 'insufficient_scope'] as const

export const userinfo = endpoint({
  ...about,
  route: 'GET /oidc/userinfo',
  summary: 'Tell an application of the person who has let it in',
  errors: REFUSALS,
  handle: (call) => told(call, bearerOf(call.authorization)),
})

export const userinfoByForm = endpoint({
  ...about,
  route: 'POST /oidc/userinfo',
  summary: 'The same for applications that send a form',
  errors: ['invalid_request', ...REFUSALS],
  body: Type.Object({ access_token: parameter('The access token, where no `Authorization` header brings it.') }),

  async handle(call) {
    const shown = bearerOf(call.authorization)
    const { access_token: typed } = call.body
    if (shown !== undefined && typed !== undefined)
      throw refusal('invalid_request', 'The token came in the header and in the form.')
    return told(call, shown ?? typed)
  },
})

interface UserinfoCall {
  readonly deps: Deps
  readonly stranger: () => Stranger
  readonly count: (limit: Limit, key?: string) => Promise<void>
}

/** A token in the address is never read, because addresses are logged, kept and passed on (RFC 6750, 5.3). */
async function told({ deps, stranger, count }: UserinfoCall, token: string | undefined) {
  if (!token) throw new Failure('invalid_token', { challenge: 'Bearer', message: 'No access token came.' })
  const hash = hashOfOpaque(token)
  const found = hash === undefined ? await junk(stranger()) : await recogniseAccess(deps, hash, stranger())
  // A token for another service opens nothing here.
  if (!found || found.access.audience !== undefined) throw refusal('invalid_token')
  const { access, account, client, session } = found
  await count('forward', session.id)
  const proved = { secondFactorAt: session.secondFactorAt ?? access.secondFactorAt }
  if (await unmetDemand(deps.store, deps, client, account, proved)) throw refusal('invalid_token')
  if (!access.scopes.includes('openid')) throw refusal('insufficient_scope')
  return { ...(await claimsOf(deps, account, client, access.scopes)), sub: await subjectFor(deps, client, account.id) }
}

async function junk(stranger: Stranger): Promise<undefined> {
  await stranger.count()
}

/** Undefined without a header; empty where the header is of another kind. */
const bearerOf = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : (/^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization)?.[1] ?? '')

const refusal = <Code extends 'invalid_request' | 'invalid_token' | 'insufficient_scope'>(
  code: Code,
  message?: string,
): Failure<Code> => new Failure(code, { challenge: `Bearer error="${code}"`, ...(message !== undefined && { message }) })
