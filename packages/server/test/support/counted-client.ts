import type { Reply } from './browser.ts'
import type { World } from './world.ts'

export const BEHIND_PROXY = { TRUSTED_PROXIES: '127.0.0.1' }

export const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
export const enter = ({ browser }: World, ip = '192.0.2.1'): Promise<Reply> =>
  browser().post('/auth/verify-email', { code: 'x' }, from(ip))
export const look = ({ browser }: World, ip = '192.0.2.1'): Promise<Reply> => browser().get('/auth/check', from(ip))

export const times = async (count: number, work: () => Promise<Reply>): Promise<number[]> => {
  const statuses = []
  for (let n = 0; n < count; n++) statuses.push((await work()).status)
  return statuses
}

export const onLimits = (statement: string): boolean => statement.includes('limits')
