/** Work that is late or cut off is told to stop, and not waited for. */
export async function withDeadline<T>(ms: number, cutOff: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  cutOff.throwIfAborted()
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(new Error(`the mail server took longer than ${ms} ms`)), ms)
  const cut = () => ended.abort(cutOff.reason)
  cutOff.addEventListener('abort', cut, { once: true })
  try {
    return await Promise.race([work(ended.signal), whenAborted(ended.signal)])
  } finally {
    clearTimeout(timer)
    cutOff.removeEventListener('abort', cut)
  }
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
