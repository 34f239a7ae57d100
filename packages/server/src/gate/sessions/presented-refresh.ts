import type { FormerCookie, PresentedCookies } from '../../platform/kernel/cookies.ts'
import { hashToken, isToken } from '../../platform/kernel/tokens.ts'
import type { Connection } from '../../platform/store/table.ts'
import { type RefreshToken, refreshTokensIn } from './tables/refresh-tokens.ts'

/** `formerName` is that of a cookie which other settings have named. */
export type PresentedRefresh = { readonly token: string; readonly formerName: string | undefined }

export function presentedRefresh({
  refresh,
  formerRefresh,
}: Pick<PresentedCookies, 'refresh' | 'formerRefresh'>): PresentedRefresh | undefined {
  if (refresh !== undefined) return { token: refresh, formerName: undefined }
  return formerRefresh && ofFormer(formerRefresh)
}

const ofFormer = ({ token, name }: FormerCookie): PresentedRefresh => ({ token, formerName: name })

/**
 * Under a former name only a token counts that went out under it. So a neighbour, who can plant a cookie of that name, has no session for it
 * that began after the name had changed.
 */
export async function findPresented(
  tables: Connection,
  { token, formerName }: PresentedRefresh,
): Promise<RefreshToken | undefined> {
  const known = isToken(token) ? await refreshTokensIn(tables).find(hashToken(token)) : undefined
  return formerName === undefined || known?.cookie === undefined || known.cookie === formerName ? known : undefined
}
