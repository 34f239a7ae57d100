/** An application that takes longer is asked again later. */
const TIMEOUT_MS = 15_000

class LogoutRefused extends Error {
  constructor(status: number) {
    super(`the application answered ${status}`)
  }
}

/**
 * The address may be of the operator's own network: an administrator typed it. A redirect is a failure, because no administrator typed where it leads. Of the
 * answer nothing but its status is read.
 */
export async function postLogout(address: string, token: string, cut: AbortSignal): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
    redirect: 'manual',
    signal: AbortSignal.any([cut, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  await response.body?.cancel()
  if (!response.ok) throw new LogoutRefused(response.status)
}
