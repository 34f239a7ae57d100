import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isFull } from '../../server/test/support/form.ts'
import { quotesOf } from '../../server/test/support/quotes-of.ts'
import { ownDirectory } from '../../server/test/support/scratch-directory.ts'

const repository = path.resolve(import.meta.dirname, '../../..')
const guide = readFileSync(path.join(repository, 'docs/guide/testing-your-app.md'), 'utf8')
const run = promisify(execFile)

/** A project of somebody who has installed both packages, or the client alone, with the files of the guide. */
function project(...installed: readonly string[]): string {
  const directory = ownDirectory('testing-')
  const modules = path.join(directory, 'node_modules')
  // Copied: what it loads is then looked for here, and not beside its sources.
  cpSync(path.join(repository, 'packages/client/dist'), path.join(modules, 'latchkey-client/dist'), { recursive: true })
  copyFileSync(path.join(repository, 'packages/client/package.json'), path.join(modules, 'latchkey-client/package.json'))
  for (const name of installed) symlinkSync(path.join(repository, 'node_modules', name), path.join(modules, name))
  for (const { source, code } of quotesOf(guide)) writeFileSync(path.join(directory, path.basename(source)), code)
  return directory
}

/** Without what the runner of these tests has set for its own: it is another test that begins. */
const env = { PATH: process.env['PATH'] }

describe.runIf(isFull)('the guide to testing an app', () => {
  it('has tests that pass with Vitest', async () => {
    const cwd = project('latchkey', 'vitest')
    const vitest = path.join(repository, 'node_modules/vitest/vitest.mjs')
    const unhurried = ['--hookTimeout=240000', '--testTimeout=240000']
    const { stdout } = await run(
      process.execPath,
      [vitest, 'run', 'app.test.mjs', '--root', cwd, '--reporter=json', ...unhurried],
      { cwd, env },
    )
    expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 4, numTotalTests: 4 })
  })

  it('has tests that pass with the runner of Node', async () => {
    const cwd = project('latchkey')
    const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', 'plain.test.mjs'], { cwd, env })
    expect(stdout).toMatch(/^# pass 2$/m)
    expect(stdout).toMatch(/^# fail 0$/m)
  })
})

describe('latchkey-client/testing', () => {
  const evaluated = async (cwd: string, code: string) =>
    (await run(process.execPath, ['--input-type=module', '--eval', code], { cwd, env })).stdout

  it('says what to install where there is no service to start', async () => {
    const code = `import { createTestLatchkey } from 'latchkey-client/testing'
      createTestLatchkey().catch((error) => console.log(error.message))`
    expect(await evaluated(project(), code)).toContain('npm install --save-dev latchkey')
  })

  it('starts one that leaves nothing behind, for a client of its user', async () => {
    const code = `import { createTestLatchkey } from 'latchkey-client/testing'
      const latchkey = await createTestLatchkey({ server: { basePath: '/id' } })
      const { client, user } = await latchkey.signedIn({ role: 'admin' })
      const { total } = await client.request('GET /admin/users')
      console.log(JSON.stringify([(await client.load()).user.id === user.id, total]))
      await latchkey.close()`
    expect(JSON.parse(await evaluated(project('latchkey'), code))).toEqual([true, 1])
  })
})
