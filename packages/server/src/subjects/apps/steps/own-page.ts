import type { ProxyQuestion } from '../../../platform/kernel/endpoint.ts'
import type { ForwardApp } from '../forward-app.ts'

/** Where a browser sends no `Origin`, its `Sec-Fetch-Site` decides. */
export function isOwnPage({ origin }: ForwardApp, question: ProxyQuestion): boolean {
  const sent = question.header('origin')
  return sent === undefined ? ['same-origin', 'none'].includes(question.header('sec-fetch-site') ?? '') : sent === origin
}
