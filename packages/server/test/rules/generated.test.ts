import path from 'node:path'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { type Document, endingsOf, operationsOf, routesOf, shapesOf } from '../../../client/scripts/routes-of.ts'
import { commands } from '../../src/cli/commands.ts'
import { cliReference } from '../../src/cli/help.ts'
import { configurationReference, environmentExample } from '../../src/platform/config/describe-config.ts'
import { entryTypes } from '../../src/platform/config/settings-types.ts'
import { openApi } from '../../src/platform/http/openapi.ts'
import { errors } from '../../src/platform/kernel/errors.ts'
import { figures } from '../../src/platform/metrics/figures.ts'
import { schemes, tokens } from '../../src/platform/pages/theme/tokens.ts'
import { endpoints } from '../../src/subjects/index.ts'
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
  ].join('\n')

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
  ['packages/server/types/index.d.ts', entryReference],
  ['docs/reference/cli.md', () => cliReference(commands)],
  ['docs/reference/metrics.md', metricsReference],
  ['docs/reference/openapi.json', openApiReference],
  ['docs/reference/app-presets.md', presetReference],
  ['docs/reference/theme.md', themeReference],
  ['.env.example', environmentExample],
])('%s is current', async (file, render) => {
  await expect(render()).toMatchFileSnapshot(path.join(repository, file))
})
