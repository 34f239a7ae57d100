import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const root = path.resolve(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const server = JSON.parse(read('packages/server/package.json'))
const client = JSON.parse(read('packages/client/package.json'))

it('has one version, that of the service: the client, the lock file and the changelog follow', () => {
  const { packages } = JSON.parse(read('package-lock.json'))
  const [, newest] = /^## (\d\S*)/m.exec(read('CHANGELOG.md')) ?? []
  expect({
    client: client.version,
    wants: client.peerDependencies.latchkey,
    locked: [packages['packages/server'].version, packages['packages/client'].version],
    newest,
  }).toEqual({
    client: server.version,
    wants: `>=${server.version.split('.')[0]}.0.0`,
    locked: [server.version, server.version],
    newest: server.version,
  })
})

it('publishes every package with a proof of where it was made, after the tests, and keeps no token', () => {
  const workflow = read('.github/workflows/release.yml')
  const { permissions, steps } = parse(workflow).jobs.packages
  const commands: readonly string[] = steps.flatMap(({ run }: { run?: string }) => run ?? [])
  const published = commands.filter((one) => one.startsWith('npm publish'))
  expect(published).toHaveLength(2)
  for (const one of published) expect(one).toMatch(/--workspace packages\/\w+ --provenance/)
  expect(commands.indexOf('.ci/run')).toBeLessThan(commands.indexOf(published[0] ?? ''))
  expect(permissions['id-token']).toBe('write')
  expect(workflow).not.toMatch(/secrets\.|https?:/)
})
