import { CHALLENGE } from '../support/authorizing.ts'
import type { Pairs } from './changed-requests.ts'
import type { AuthorizeOutcome } from './oracle-outcomes.ts'

interface Compared {
  readonly sent: Pairs
  readonly ours: AuthorizeOutcome
  readonly theirs: AuthorizeOutcome
}

export interface Difference {
  readonly reason: string
  readonly is: (compared: Compared) => boolean
}

const valuesOf = (sent: Pairs, wanted: string): readonly string[] =>
  sent.filter(([name]) => name === wanted).map(([, value]) => value)
const only = (sent: Pairs, name: string): string => {
  const [value = '', ...others] = valuesOf(sent, name)
  return others.length > 0 ? '' : value
}
const refuses = ({ is, error }: AuthorizeOutcome, wanted: string): boolean => is === 'error' && error === wanted
const wordsOf = (text: string): readonly string[] => text.split(' ').filter(Boolean)

/** Where we and the certified provider answer a request for a sign-in differently, and why. Whatever is not here has to agree. */
export const ALLOWED: readonly Difference[] = [
  {
    reason: 'OpenID Connect Core 1.0, 3.1.2.1, demands `redirect_uri`; the library takes the only one of a client',
    is: ({ sent, ours }) => ours.is === 'shown' && only(sent, 'redirect_uri') === '',
  },
  {
    reason: 'there is no mode `fragment` here, and errors of unknown types of response are not sent in one either',
    is: ({ sent, ours, theirs }) =>
      (only(sent, 'response_mode') === 'fragment' && refuses(ours, 'invalid_request')) ||
      (ours.by === 'query' && theirs.by === 'fragment'),
  },
  {
    reason:
      '`unsupported_response_mode` is an invention of the library; RFC 6749, 4.1.2.1, has `invalid_request`, and other mistakes come first',
    is: ({ ours, theirs }) => ours.is === 'error' && refuses(theirs, 'unsupported_response_mode'),
  },
  {
    reason: 'of a type of response that is unknown no mode is looked at',
    is: ({ ours, theirs }) => refuses(ours, 'unsupported_response_type') && refuses(theirs, 'invalid_request'),
  },
  {
    reason: 'OpenID Connect Core 1.0, 11: `offline_access` is ignored where it cannot be given',
    is: ({ sent, theirs }) => /offline_access/.test(only(sent, 'scope')) && refuses(theirs, 'invalid_scope'),
  },
  {
    reason: 'what is not supported is told before what is missing',
    is: ({ ours, theirs }) => refuses(ours, 'registration_not_supported') && refuses(theirs, 'invalid_request'),
  },
  {
    reason: 'a type of response is compared as it is written; the library takes a word twice',
    is: ({ sent, ours }) => only(sent, 'response_type') === 'code code' && refuses(ours, 'unsupported_response_type'),
  },
  {
    reason: 'a request without `openid` is one of OAuth alone; the library then refuses what only OpenID has, such as a nonce',
    is: ({ sent, theirs }) =>
      !wordsOf(only(sent, 'scope')).includes('openid') &&
      (refuses(theirs, 'invalid_request') || refuses(theirs, 'access_denied')),
  },
  {
    reason: 'scopes that nobody knows are ignored (OpenID Connect Core 1.0, 3.1.2.1), and so are spaces too many',
    is: ({ sent, theirs }) => refuses(theirs, 'invalid_scope') && /^ | {2}|read/.test(only(sent, 'scope')),
  },
  {
    reason: 'a challenge of S256 has 43 characters, and no other can ever be met',
    is: ({ sent, ours }) => only(sent, 'code_challenge').length > CHALLENGE.length && refuses(ours, 'invalid_request'),
  },
  {
    reason: '`max_age` is written in digits; the library takes whatever JavaScript takes for a number',
    is: ({ sent, ours }) => /^(?:1e3|0x1000| 5000)$/.test(only(sent, 'max_age')) && refuses(ours, 'invalid_request'),
  },
  {
    reason: 'without a page a native application is told that it lacks the consent, which is what it lacks',
    is: ({ ours, theirs }) => refuses(ours, 'consent_required') && refuses(theirs, 'interaction_required'),
  },
]

/** The same for programs: told by how a request differs from a good one, and by the beginnings of both answers. */
interface TokenDifference {
  readonly reason: string
  readonly change: RegExp
  readonly ours: RegExp
  readonly theirs: RegExp
}

export const ALLOWED_OF_PROGRAMS: readonly TokenDifference[] = [
  {
    reason: 'RFC 6749, 5.2: `invalid_client` is for requests without, or with unsupported, client authentication',
    change: /client_id=?(?: and|$)|by Basic|Basic|Bearer|Digest/,
    ours: /^401 invalid_client/,
    theirs: /^400 invalid_request/,
  },
  {
    reason: 'a public client that sends its id by Basic, with no secret, has said as much as in the form',
    change: /an empty secret by Basic/,
    ours: /^(?:200|400 invalid_grant)/,
    theirs: /^400 invalid_request/,
  },
  {
    reason: 'a wrong kind of body is answered with 415 everywhere in this house',
    change: /@content-type/,
    ours: /^415 invalid_request/,
    theirs: /^400 invalid_request/,
  },
  {
    reason: 'RFC 6749, 5.2: `unauthorized_client` is for a grant type that the client may not use',
    change: /grant_type=|Basic|basic|client_id=third/,
    ours: /^400 unauthorized_client/,
    theirs: /^400 invalid_request/,
  },
  {
    reason: 'RFC 7636, 4.6, has `invalid_grant` for every verifier that is not the one',
    change: /code_verifier=/,
    ours: /^400 invalid_grant/,
    theirs: /^400 invalid_request/,
  },
  {
    reason:
      'whatever comes twice is refused before anything else is looked at, a second `resource` as well: a token is for one service',
    change: /twice/,
    ours: /^400 invalid_request/,
    theirs: /^40[01]/,
  },
  {
    reason: 'RFC 6749, 4.1.3: the address has to come again; the library takes the only one of a client',
    change: /redirect_uri=?(?: and|$)/,
    ours: /^400 invalid_request/,
    theirs: /^(?:200|400)/,
  },
  {
    reason:
      'ten tabs at once get the same successor, where they ask for the same service; the library gives nine of them an error',
    change: /rotated/,
    ours: /^(?:200|400 invalid_target)/,
    theirs: /^400 invalid_(?:grant|scope)/,
  },
  {
    reason: 'spaces too many ask for nothing more',
    change: /scope= openid/,
    ours: /^(?:200|400 invalid_(?:grant|request))/,
    theirs: /^400 invalid_scope/,
  },
  {
    reason: 'a service gets all scopes of its client where it names none (RFC 6749, 3.3), and no others where it does',
    change: /scope/,
    ours: /^(?:200 .* for read|400 invalid_scope)$/,
    theirs: /^200/,
  },
  {
    reason: 'of a wrong scope and a wrong service either may be told',
    change: /scope=.* and resource=|resource=.* and scope=/,
    ours: /^400 invalid_(?:scope|target)/,
    theirs: /^400 invalid_(?:scope|target)/,
  },
]
