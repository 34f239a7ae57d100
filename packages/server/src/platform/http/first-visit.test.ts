import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { onFirstVisit } from './first-visit.ts'

it('is the first request that is not a probe’s, and only that', async () => {
  const server = createServer((_, response) => response.end())
  onTestFinished(() => void server.close())
  const address = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const at = server.address()
      resolve(`http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`)
    })
  })
  let visits = 0
  onFirstVisit(server, () => visits++)
  for (const probe of ['/healthz', '/readyz?x', '/healthz']) await fetch(address + probe)
  expect(visits).toBe(0)
  for (const path of ['/healthzz', '/', '/auth/login']) await fetch(address + path)
  expect(visits).toBe(1)
})
