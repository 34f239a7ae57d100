/** A `fetch` that keeps cookies to itself and sends its origin, as a browser's does. */
export function cookieFetch(origin: string) {
  const jar = new Map<string, string>()
  const calls: string[] = []
  const fetching: typeof fetch = async (address, init) => {
    calls.push(`${init?.method} ${new URL(String(address)).pathname}`)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { ...init, headers: { ...init?.headers, origin, ...(cookie && { cookie }) } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0(;|$)/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    const headers = new Headers(answer.headers)
    headers.delete('set-cookie')
    return new Response(answer.body, { status: answer.status, headers })
  }
  return { fetch: fetching, jar, calls }
}
