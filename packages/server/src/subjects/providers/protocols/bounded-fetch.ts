import type { CustomFetch } from 'openid-client'
import { ProviderError } from '../provider.ts'

const MAX_BYTES = 1024 * 1024
export const TIMEOUT_MS = 5000

/** Providers are not trusted with our time or memory, and a redirect could lead into the operator's own network. */
export const boundedFetch: CustomFetch = async (url, { body, headers, method }) => {
  const request = { method, headers, body: (body ?? null) as BodyInit | null, redirect: 'manual' } as const
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (response.status >= 300 && response.status < 400) throw new ProviderError('the provider redirects the service')
  return new Response(await bytesOf(response), response)
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
