import type { CustomFetch } from 'openid-client'
import { ProviderError } from '../provider.ts'

const MAX_BYTES = 1024 * 1024
export const TIMEOUT_MS = 5000

/**
 * A fetch for servers that we do not trust with our memory or our time: the whole exchange ends after a few seconds,
 * the answer has a limit, and no redirect is followed, because it could lead into the operator's own network.
 */
export const boundedFetch: CustomFetch = async (url, { body, headers: sent, method }) => {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, {
    method,
    headers: sent,
    body: (body ?? null) as BodyInit | null,
    redirect: 'manual',
    signal,
  })
  if (response.status >= 300 && response.status < 400) throw new ProviderError('the provider redirects the service')
  const { status, statusText, headers } = response
  return new Response(await bytesOf(response), { status, statusText, headers })
}

async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!response.body) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new ProviderError('the answer of the provider is too large')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
