import { describe, expect, inject, it } from 'vitest'
import { oauthFailure } from '../../src/platform/http/oauth-failure.ts'
import { codesOf, impliedCodes, SAYS_WHEN } from '../../src/platform/http/openapi-failures.ts'
import { shapeOf } from '../../src/platform/http/shape.ts'
import type { AnyEndpoint } from '../../src/platform/kernel/endpoint-table.ts'
import { type ErrorCode, errors, Failure } from '../../src/platform/kernel/errors.ts'
import { endpoints } from '../../src/subjects/index.ts'
import { endpointList } from '../support/endpoint-list.ts'
import { isFull } from '../support/form.ts'
import { beside } from './beside.ts'
import type { Case, ImpliedCode, Seen } from './cases.ts'
import { implied } from './implied.ts'
import { walk } from './walk.ts'
import { worlds } from './worlds.ts'

/** The route that a request went to: of several that fit, the one with the fewest names in its path. */
function routeOf(asked: string): string | undefined {
  const fits = (route: string) => new RegExp(`^${route.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(asked)
  const named = (route: string) => route.split('{').length
  return endpointList
    .map(({ route }) => route)
    .filter(fits)
    .sort((one, other) => named(one) - named(other))[0]
}

function expectCode({ route, isOAuth }: AnyEndpoint, code: ErrorCode, { asked, status, body, headers }: Seen): void {
  const error = isOAuth ? oauthFailure(new Failure(code)).error : code
  expect({ route: routeOf(asked), status, error: body?.error }).toEqual({ route, status: errors[code][0], error })
  if (SAYS_WHEN.has(code)) expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
}

const linesIn = (text: string): unknown => {
  expect(text).toMatch(/^\{.*\}\n/)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function expectWell(endpoint: AnyEndpoint, { asked, status, body, text }: Seen): void {
  const { route, redirects, isProxyQuestion, isLines, status: good = 200, reply } = endpoint
  const isLedAway = redirects === 'everybody'
  expect({ route: routeOf(asked), status, error: body?.error }).toEqual({
    route,
    status: isLedAway ? 303 : good,
    error: undefined,
  })
  if (!isLedAway && !isProxyQuestion) expect(isLines ? linesIn(text ?? '') : body).toSatisfy(shapeOf(reply).fits)
}

const hasEach = inject('engine') === 'sqlite' || isFull

/** A code is mostly alike on every route that has it: on PostgreSQL the short form has each from five of them. */
function fewOfEach(): (code: ErrorCode) => boolean {
  const times = new Map<ErrorCode, number>()
  return (code) => {
    const before = times.get(code) ?? 0
    times.set(code, before + 1)
    return hasEach || before < 5
  }
}

describe('what the facts of an endpoint imply', () => {
  const { show, withoutDatabase } = implied()
  const isShown = fewOfEach()
  for (const endpoint of endpointList) {
    const codes = new Set<ImpliedCode>([...impliedCodes(endpoint), 'internal_error'])
    for (const code of [...codes].filter(isShown)) {
      it(`${endpoint.route}: ${errors[code][0]} ${code}`, async () => {
        const seen = await show(endpoint, code)
        expect(seen).not.toEqual([])
        for (const one of seen) expectCode(endpoint, code, one)
      })
    }
    if ([...codes, ...endpoint.errors].some((code) => code === 'overloaded' || code === 'not_ready')) continue
    it(`${endpoint.route}: answers without a database`, async () => {
      expect((await withoutDatabase(endpoint)).status).toBeLessThan(500)
    })
  }
})

const see = worlds()

describe('what an endpoint declares', () => {
  const isShown = fewOfEach()
  for (const [name, cases] of Object.entries(walk) as [keyof typeof walk, Readonly<Record<string, Case>>][]) {
    const endpoint: AnyEndpoint = endpoints[name]
    it(`${endpoint.route}: a case for each code, and for no other`, () => {
      expect(Object.keys(cases).sort()).toEqual(['well', ...endpoint.errors].sort())
    })
    for (const [code, one] of Object.entries(cases) as [ErrorCode | 'well', Case][]) {
      if (code !== 'well' && !isShown(code)) continue
      it(`${endpoint.route}: ${code === 'well' ? 'well' : `${errors[code][0]} ${code}`}`, async () => {
        const seen = await see(one)
        if (code === 'well') expectWell(endpoint, seen)
        else expectCode(endpoint, code, seen)
      })
    }
  }
})

describe('every other code', () => {
  for (const [code, one] of Object.entries(beside) as [ErrorCode, Case | string][]) {
    if (typeof one === 'string') continue
    it(`${errors[code][0]} ${code}`, async () => {
      const { status, body, headers } = await see(one)
      const isLedAway = status === 303
      const error = isLedAway ? new URL(String(headers['location'])).searchParams.get('error') : body?.error
      expect({ status, error }).toEqual({ status: isLedAway ? 303 : errors[code][0], error: code })
    })
  }

  it('is accounted for', () => {
    const ofEndpoints = new Set(endpointList.flatMap(codesOf))
    const others = Object.keys(errors).filter((code) => !ofEndpoints.has(code as ErrorCode))
    expect(Object.keys(beside).sort()).toEqual(others.sort())
  })
})
