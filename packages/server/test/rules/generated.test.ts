import path from 'node:path'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { type Document, endingsOf, operationsOf, routesOf, shapesOf, webhooksOf } from '../../../client/scripts/routes-of.ts'
import { commands } from '../../src/cli/commands.ts'
import { cliReference } from '../../src/cli/help.ts'
import { RegistrationAsked } from '../../src/gate/registration-hook/question.ts'
import { configurationReference, environmentExample } from '../../src/platform/config/describe-config.ts'
import { entryTypes } from '../../src/platform/config/settings-types.ts'
import { oauthCode } from '../../src/platform/http/oauth-failure.ts'
import { openApi } from '../../src/platform/http/openapi.ts'
import { SchemaBook } from '../../src/platform/http/openapi-schemas.ts'
import { errors } from '../../src/platform/kernel/errors.ts'
import { figures } from '../../src/platform/metrics/figures.ts'
import { schemes, tokens } from '../../src/platform/pages/theme/tokens.ts'
import { endpoints } from '../../src/subjects/index.ts'
import type { RedirectedError } from '../../src/subjects/openid/steps/authorization-params.ts'
import { BODIES } from '../../src/subjects/webhooks/messages/bodies.ts'
import { eventReference } from '../support/event-reference.ts'
import { latchkeyFileReference } from '../support/latchkey-file-reference.ts'
import { presetReference } from '../support/preset-reference.ts'

const repository = path.resolve(import.meta.dirname, '../../../..')

const errorsReference = (): string =>
  [
    '# Errors',
    '',
    'Generated from `packages/server/src/platform/kernel/errors.ts`. Every error has the body `{"error": "<code>", "message": "<text>"}`.',
    'Program against the code; show the text, or your own.',
    '',
    '| Code | Status | Text | What to do |',
    '| --- | --- | --- | --- |',
    ...Object.entries(errors).map(([code, [status, text, advice]]) => `| \`${code}\` | ${status} | ${text} | ${advice} |`),
    '',
    '## What applications read',
    '',
    'Routes that the programs of applications call (`/oidc/token`, `/oidc/revoke`, `/oidc/introspect`, `/oidc/device`, `/oidc/userinfo`) answer',
    '`{"error": "<code>", "error_description": "<text>"}` instead, as RFC 6749 has it, with the statuses of above. They know the codes of that table that',
    'the standards name, and tell all others by these:',
    '',
    '| Code | Status | In the place of | What to do |',
    '| --- | --- | --- | --- |',
    ...FOR_APPLICATIONS.map(([code, status, advice]) => `| \`${code}\` | ${status} | ${placesOf(code, status)} | ${advice} |`),
    '',
    'What goes wrong at `/oidc/authorize` is told to the application at its redirect address, with `state` and `iss`; only where that address is in doubt is',
    'it shown to the person.',
    '',
    '| `error` | Meaning |',
    '| --- | --- |',
    ...Object.entries(REDIRECTED).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
    '',
  ].join('\n')

const FOR_APPLICATIONS = [
  ['access_denied', 400, 'Begin again at `/oidc/device`.'],
  ['temporarily_unavailable', 429, 'Honour the `Retry-After` header.'],
  ['temporarily_unavailable', 503, 'Honour the `Retry-After` header.'],
  ['server_error', 500, 'Retry later; quote `X-Request-Id` to the operator.'],
] as const

const REDIRECTED: Readonly<Record<RedirectedError, string>> = {
  invalid_request: 'A parameter is missing, comes twice or cannot be read; the description names it.',
  unauthorized_client: 'The application may not ask for this.',
  access_denied: 'The person said no, or is not who the application demands.',
  unsupported_response_type: 'Codes alone are given: `response_type=code`.',
  invalid_scope: 'The application may not ask for this scope.',
  invalid_target: 'The application has no such `resource`.',
  login_required: 'With `prompt=none`: nobody is signed in, or the proof is too old.',
  interaction_required: 'With `prompt=none`: the person has to do something first.',
  consent_required: 'With `prompt=none`: the person has to allow it first.',
  request_not_supported: 'Request objects are not taken.',
  request_uri_not_supported: 'Request objects are not taken.',
  registration_not_supported: 'Applications are made by administrators.',
}

/** Codes of this status that these routes can answer with, and tell by that name. */
function placesOf(name: string, status: number): string {
  const declared = Object.values(endpoints).flatMap((one) => ('isOAuth' in one && one.isOAuth ? one.errors : []))
  const codes = [...new Set([...declared, ...EVERYWHERE])]
  const found = codes.filter((code) => errors[code][0] === status && oauthCode({ code, status }) === name)
  return found.map((code) => `\`${code}\``).join(', ')
}

/** What any route may answer with. */
const EVERYWHERE = ['rate_limit_exceeded', 'overloaded', 'not_ready', 'internal_error'] as const

const openApiReference = (): string => {
  const settings = {
    appName: 'Latchkey',
    publicUrl: '/',
    basePath: '',
    basePathAuth: false,
    cookieNames: { session: 'app_session' },
  }
  return `${JSON.stringify(openApi(endpoints, settings), null, 2)}\n`
}

const document = (): Document => JSON.parse(openApiReference())

const clientRoutes = (): string => routesOf(document())

const clientEndings = (): string =>
  endingsOf(Object.values(endpoints).flatMap((one) => ('endsSession' in one && one.endsSession ? [one.route] : [])))

/** `User` has a name among the types of the client. */
const clientWebhooks = (): string => {
  const book = new SchemaBook()
  const bodies = Object.entries({ 'registration.asked': RegistrationAsked, ...BODIES }).map(([type, body]) => [
    type,
    book.write(body),
  ])
  return webhooksOf(JSON.parse(JSON.stringify(Object.fromEntries(bodies))), Object.keys(book.titled))
}

const entryReference = (): string => {
  const { User, Session } = document().components.schemas
  return entryTypes(User && Session ? shapesOf({ User, Session }) : '')
}

const metricsReference = (): string => {
  const registry = new Registry()
  figures(registry)
  const rows = registry.getMetricsAsArray().map((metric) => {
    const { name, help, type, labelNames } = metric as unknown as {
      name: string
      help: string
      type: string
      labelNames: string[]
    }
    return `| \`${name}\` | ${type} | ${labelNames.map((label) => `\`${label}\``).join(', ')} | ${help} |`
  })
  return [
    '# Metrics',
    '',
    'Generated from `packages/server/src/platform/metrics/figures.ts`. Beside these there are the process’s own, under their usual names',
    '(`process_…`, `nodejs_…`). How to switch them on: [Monitoring](../guide/monitoring.md).',
    '',
    '| Name | Type | Labels | Meaning |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

const themeReference = (): string =>
  [
    '# Theme',
    '',
    'Generated from `packages/server/src/platform/pages/theme/tokens.ts`. The custom properties of the hosted pages; [Hosted pages](../guide/pages.md) says how to',
    'set them.',
    '',
    '| Property | For | Light | Dark |',
    '| --- | --- | --- | --- |',
    ...Object.entries(tokens).map(([name, help]) => {
      const [light, dark] = [schemes.light, schemes.dark].map(({ colours }) => (colours as Record<string, string>)[name])
      return `| \`--${name}\` | ${help} | ${light === undefined ? '' : `\`${light}\``} | ${dark === undefined ? '' : `\`${dark}\``} |`
    }),
    '',
  ].join('\n')

/** Checked in, and checked: a stale file fails here; `npm run fix` rewrites it. */
it.each([
  ['docs/reference/configuration.md', configurationReference],
  ['docs/reference/errors.md', errorsReference],
  ['packages/client/src/routes.ts', clientRoutes],
  ['packages/client/src/operations.ts', () => operationsOf(document())],
  ['packages/client/src/endings.ts', clientEndings],
  ['packages/client/src/webhook-bodies.ts', clientWebhooks],
  ['packages/server/types/index.d.ts', entryReference],
  ['docs/reference/cli.md', () => cliReference(commands)],
  ['docs/reference/metrics.md', metricsReference],
  ['docs/reference/openapi.json', openApiReference],
  ['docs/reference/app-presets.md', presetReference],
  ['docs/reference/theme.md', themeReference],
  ['docs/reference/audit-events.md', eventReference],
  ['docs/reference/latchkey-file.md', latchkeyFileReference],
  ['.env.example', environmentExample],
])('%s is current', async (file, render) => {
  await expect(render()).toMatchFileSnapshot(path.join(repository, file))
})
