import { becomes, first, inPlaceOf, wrong } from '../changes.mjs'
import { planted, sqlite } from '../defect.mjs'

/** What is believed of a request, and what an answer shows. */
export const http = [
  planted(
    'an origin is compared by its beginning',
    { originList: wrong('exact.has(origin)', '[...exact].some((one) => origin.startsWith(one))') },
    sqlite('contract/origins'),
  ),
  planted(
    'a request without Origin and Referer passes',
    { originRefusal: wrong('!allowMissing', 'false') },
    sqlite('contract/origins'),
  ),
  planted(
    'the first forwarded hop is believed',
    { proxyTrust: becomes('return () => true') },
    sqlite('client-address', 'client-networks'),
  ),
  planted(
    'links in mails start with the Host header',
    {
      'RequestState.constructor': first('Object.assign(globalThis, { lastHost: request.headers.host })'),
      'writeCodeMail.link': wrong(
        'servedAddress(deps.config.server, page)',
        "`http://${Reflect.get(globalThis, 'lastHost')}${page.slice(1)}`",
      ),
    },
    sqlite('mailed-links', 'mail-content'),
  ),
  planted(
    'a path of the app beside us is taken for one of ours',
    { leadOn: wrong('servedPath(at, location)', "servedPath(at, location.replace(/^[/]/, '~/'))") },
    sqlite('contract/base-path'),
  ),
  planted('the address of a form goes out unresolved', { LINKED: wrong('(?:form)?action|', '') }, sqlite('contract/base-path')),
  planted(
    'of two cookies of one name the last one counts',
    { cookieReader: wrong('isAgain ? undefined :', '') },
    sqlite('contract/http', 'accounts/flows/me'),
  ),
  planted(
    'what was written for one caller is sent to all',
    { 'caller-texts.keyOf': becomes('return NOBODY') },
    sqlite('caller-texts'),
  ),
  planted(
    'session checks in a group are answered without asking whether the cache is current',
    { 'lane.answerSome': wrong('inMemory.isCurrent()', 'true') },
    sqlite('contract/lane'),
  ),
  planted(
    'session checks ahead of the framework are not counted',
    { 'answers.isBySession': becomes('true'), 'ClientLimits.countAtOnce': becomes('return true') },
    sqlite('contract/lane'),
  ),
  planted(
    'a cross-site request is answered ahead of the framework',
    { isPlainRead: wrong("headers['sec-fetch-site'] !== 'cross-site'", 'true') },
    sqlite('contract/lane'),
  ),
  planted(
    'scripts can read the session cookie',
    { 'CookieWriter.#httpOnly': wrong('; HttpOnly', '') },
    sqlite('contract/http', 'accounts/flows/register'),
  ),
  planted(
    'each address of an IPv6 network counts for itself',
    { networksOf: wrong('network(groups, 64, 0xffff)', 'address') },
    sqlite('client-networks'),
  ),
  planted(
    'a form may have as many fields as it likes',
    { parseForm: wrong('> MAX_FORM_FIELDS', '> 1e9') },
    sqlite('contract/http'),
  ),
  planted(
    'a request of another site is counted before it is refused',
    {
      requestChecks: wrong(
        'done(foreign)',
        "void Promise.resolve(checkLimit(route.limit ?? 'general', request.state.client)).then(() => done(foreign), done)",
      ),
    },
    sqlite('client-limits'),
  ),
  planted('a form acts for whoever is signed in now', { checkHolder: becomes('') }, sqlite('stale-tab')),
  planted('what a mail server repeats is logged as it is', { createLog: inPlaceOf('hide', 'line') }, sqlite('gossiping-server')),
]
