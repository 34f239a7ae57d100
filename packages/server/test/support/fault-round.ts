import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import type { Reply } from './browser.ts'
import { faultEnv } from './fault-env.ts'
import { type FaultFlow, type FaultSite, type FlowName, faultFlows, hasHappened, signedInRoot } from './fault-flows.ts'
import { type Fault, type FaultProxy, faultProxy } from './fault-proxy.ts'
import { isFull } from './form.ts'
import { inUse } from './in-use.ts'
import { expectConsistent } from './invariants.ts'
import { type World, world } from './world.ts'

/** The service's own time-outs in proportion, so that a round of silence takes less than half as long. */
const SHORTER = 'statement_timeout=2000&lock_timeout=800&idle_in_transaction_session_timeout=2000&query_timeout=2500'

/** Longer than all time-outs of a request together: what has not answered by then hangs. */
const HANGS_AFTER_MS = 25_000

/** Every packet or point of a flow, and not one of so many. */
const isWhole = process.env['FAULT_ROUNDS'] === 'all'
/** All flows, instead of those that every run can afford. */
export const isLongForm = isWhole || isFull
/** Which packets or points have their turn. */
export const stride = (inForm: { readonly short: number; readonly full: number }): number =>
  isWhole ? 1 : isFull ? inForm.full : inForm.short

export interface BrokenSite extends FaultSite {
  readonly here: World
  readonly proxy: FaultProxy
}

/** A service that speaks to its database, or to its mail server, through a line that can be broken. */
export async function brokenSite(side: 'database' | 'mail', env: Record<string, string> = {}): Promise<BrokenSite> {
  const proxies: FaultProxy[] = []
  const detour = async (url: string): Promise<string> => {
    const through = new URL(url)
    const proxy = await faultProxy(Number(through.port))
    proxies.push(proxy)
    onTestFinished(proxy.close)
    through.port = String(proxy.port)
    if (side === 'database') through.search = SHORTER
    return through.href
  }
  const here = await world({ withMail: true, env: { ...faultEnv, ...env }, between: { [side]: detour } })
  const [proxy] = proxies
  if (!proxy) throw new Error('unreachable')
  await inUse(here)
  return { here, proxy, ...here, admin: await signedInRoot(here) }
}

/** A minute later: whoever was sending a mail and died does not count any more. */
export async function endWaits({ sql }: FaultSite): Promise<void> {
  await sql(`UPDATE challenges SET mail_pending_until = 0 WHERE mail_accepted_at IS NULL`)
  await sql(`UPDATE outbox SET leased_until = 0 WHERE done_at IS NULL`)
}

/** Success, a page that says so, or an error in the envelope, which has a word of OAuth's own for applications: nothing else is an answer. */
function expectAnAnswer({ status, body, text }: Reply, about: string): void {
  if (status < 300) return
  expect([500, 503], `${about}: ${text}`).toContain(status)
  const described = body !== undefined && 'error_description' in body ? 'error_description' : 'message'
  if (body === undefined) expect(text, about).toMatch(/^<!doctype html>/i)
  else expect(body, about).toEqual({ error: expect.any(String), [described]: expect.any(String) })
}

async function inTime<T>(work: Promise<T>, about: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${about}: no answer`)), HANGS_AFTER_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * One flow with one fault in it. Afterwards what was acknowledged is there, nothing is half-done, and the same flow
 * works in the same process. False when the flow was over before the fault.
 */
export async function faultRound(site: BrokenSite, name: FlowName, fault: Fault, isCold = false): Promise<boolean> {
  const { here, proxy, admin } = site
  const flow: FaultFlow = faultFlows[name]
  const about = `${name}: ${fault.kind} at packet ${fault.at} ${fault.direction}`
  const email = `${name.replaceAll(' ', '-')}-${fault.kind}-${fault.direction}-${fault.at}@example.com`
  const subject = await flow.prepare(site, email)
  here.clock.advance(1000)
  if (isCold) await dropConnections(site)

  const fired = proxy.arm(fault)
  const answer = flow.act(site, subject)
  const isStruck = (await Promise.race([answer, fired])) === 'fired'
  if (isStruck) expect((await inTime(admin.clone().get('/auth/me'), about)).status, `${about}: others go on`).toBe(200)
  const reply = await inTime(answer, about)
  await inTime(here.outbox.idle(), about)
  const hasFired = proxy.hasFired()

  expectAnAnswer(reply, about)
  if (!hasFired || fault.kind === 'delay') expect(reply.status, `${about}: ${reply.text}`).toBeLessThan(300)
  await expectConsistent(here.sql, about)
  const isDone = await hasHappened(site, flow, subject)
  if (reply.body?.error === 'email_failed') expect(isDone, `${about}: taken back`).toBe(false)
  if (reply.status < 300) expect(isDone, `${about}: acknowledged`).toBe(true)
  else await repeat(site, flow, isDone ? await flow.prepare(site, `again-${email}`) : subject, about)
  proxy.mend()
  return hasFired
}

/** So that the flow begins by opening a new one. */
async function dropConnections({ proxy }: BrokenSite): Promise<void> {
  proxy.cutAll()
  await sleep(100) // for the service to notice; what it has not noticed yet is the other rounds' matter
}

/** What a person does who was told that it failed. */
async function repeat(site: BrokenSite, flow: FaultFlow, subject: Awaited<ReturnType<FaultFlow['prepare']>>, about: string) {
  await endWaits(site)
  site.here.clock.advance(1000)
  const reply = await inTime(flow.act(site, subject), about)
  expect(reply.status, `${about}, again: ${reply.text}`).toBeLessThan(300)
  expect(await hasHappened(site, flow, subject), `${about}, again`).toBe(true)
  await expectConsistent(site.here.sql, `${about}, again`)
}
