/** What became of a request at the authorization endpoint, in words that fit both providers. */
export interface AuthorizeOutcome {
  /** A page of the provider that asks something, or one that says what is wrong; else the answer goes to the application. */
  readonly is: 'asked' | 'shown' | 'code' | 'error'
  readonly error?: string
  readonly by?: 'query' | 'fragment' | 'form_post'
  readonly to?: string
  readonly state?: string
  readonly hasIssuer?: boolean
}

interface Answered {
  readonly status: number
  readonly location: string | undefined
  readonly html: string
  /** Where the provider itself is at home. */
  readonly home: string
}

export function outcomeOf({ status, location, html, home }: Answered): AuthorizeOutcome {
  if (location !== undefined) {
    const url = new URL(location, home)
    if (url.origin === new URL(home).origin) return { is: 'asked' }
    const by = url.searchParams.has('iss') ? 'query' : 'fragment'
    const facts = by === 'query' ? url.searchParams : new URLSearchParams(url.hash.slice(1))
    return answerIn(facts, by, location.replace(/[?&#](?:code|error|state|iss)=.*/, ''))
  }
  const form = /<form[^>]*action="(https?:[^"]*)"/.exec(html)
  if (form && /name="iss"/.test(html)) return answerIn(fieldsOf(html), 'form_post', form[1] ?? '')
  return status >= 400 ? { is: 'shown' } : { is: 'asked' }
}

function answerIn(facts: URLSearchParams, by: NonNullable<AuthorizeOutcome['by']>, to: string): AuthorizeOutcome {
  const [error, state] = [facts.get('error'), facts.get('state')]
  return {
    is: facts.has('code') ? 'code' : 'error',
    ...(error !== null && { error }),
    ...(state !== null && { state }),
    by,
    to,
    hasIssuer: facts.has('iss'),
  }
}

const unescaped = (text: string): string =>
  text.replace(
    /&(lt|gt|quot|amp|#39);/g,
    (_all, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" })[name] ?? '',
  )

function fieldsOf(html: string): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [tag] of html.matchAll(/<input(?:"[^"]*"|[^">])*>/g)) {
    const name = / name="([^"]*)"/.exec(tag)?.[1]
    if (name !== undefined) fields.append(name, unescaped(/ value="([^"]*)"/.exec(tag)?.[1] ?? ''))
  }
  return fields
}

/** In one line, so that a difference is read at once. */
export const inWords = ({ is, error, by, to, state, hasIssuer }: AuthorizeOutcome): string =>
  [is, error, by, to, state !== undefined && `state ${state.slice(0, 20)}`, hasIssuer === false && 'without iss']
    .filter(Boolean)
    .join(' ')
