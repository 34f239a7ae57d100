/** Why a request of an application was refused, for those who have to mend it. A client shows the last one. */
export const REFUSALS = [
  'disabled',
  'secret_missing',
  'secret_wrong',
  'secret_expired',
  'secret_of_public_client',
  'redirect_uri_unknown',
  'post_logout_uri_unknown',
  'request_malformed',
  'response_type_unknown',
  'challenge_missing',
  'challenge_method_unknown',
  'verifier_wrong',
  'verifier_missing',
  'verifier_unexpected',
  'scope_unknown',
  'audience_unknown',
  'grant_type_not_allowed',
  'code_used_twice',
  'code_unknown',
  'code_expired',
  'redirect_uri_differs',
  'refresh_token_reused',
  'refresh_token_unknown',
  'demand_role',
  'demand_second_factor',
  'demand_verified',
  'demand_organisation',
] as const

export type Refusal = (typeof REFUSALS)[number]
export const isRefusal = (text: string): text is Refusal => REFUSALS.some((refusal) => refusal === text)
