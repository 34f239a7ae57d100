import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { scratchDirectory } from '../support/scratch-directory.ts'

const repository = path.resolve(import.meta.dirname, '../../../..')

/** Does with its arguments what systemd-run does, as far as one process can: settings, credentials, directory. */
const STAND_IN = `
const { cpSync, mkdtempSync, readFileSync } = require('node:fs')
const { spawnSync } = require('node:child_process')
const args = process.argv.slice(2)
const options = args.splice(0, args.findIndex((one) => !one.startsWith('--')))
const valuesOf = (name) => options.filter((one) => one.startsWith(name)).map((one) => one.slice(name.length))
const credentials = mkdtempSync(process.env.SCRATCH + '/credentials-')
for (const pair of valuesOf('--property=LoadCredential=')) {
  const [name, file] = pair.split(':')
  cpSync(file, credentials + '/' + name)
}
const lines = valuesOf('--property=EnvironmentFile=').flatMap((file) => readFileSync(file, 'utf8').split('\\n'))
const pairs = [...valuesOf('--setenv='), ...lines.filter((line) => /^[^#;].*=/.test(line))]
const env = Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
const [program, ...rest] = args
const { status } = spawnSync(program, rest, {
  cwd: valuesOf('--property=WorkingDirectory=')[0],
  env: { PATH: '/usr/bin:/bin', CREDENTIALS_DIRECTORY: credentials, ...env },
  stdio: 'inherit',
})
process.exit(status)
`

/** A machine on which the guide was followed, in a directory instead of its root. */
function machine() {
  const root = scratchDirectory('latchkey-machine-')
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['etc/latchkey', 'var/lib/latchkey', 'bin']) mkdirSync(path.join(root, folder), { recursive: true })
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text)
  write('etc/latchkey/environment', 'PUBLIC_URL=https://id.example.com\nTRUSTED_PROXIES=127.0.0.1\nHOST=127.0.0.1\n')
  write('etc/latchkey/secret', 'a secret for tests, 32 bytes and more\n')
  write('etc/latchkey/smtp_url', 'smtps://user:password@mail.example.com\n')
  write('etc/latchkey/database_url', `file:${root}/var/lib/latchkey/latchkey.db\n`)
  write('bin/systemd-run.cjs', STAND_IN)
  write('bin/systemd-run', `#!/bin/sh\nexec '${process.execPath}' '${root}/bin/systemd-run.cjs' "$@"\n`)
  const script = readFileSync(path.join(repository, 'deploy/latchkey'), 'utf8')
  write(
    'bin/latchkey',
    script
      .replaceAll('/etc/latchkey', `${root}/etc/latchkey`)
      .replaceAll('/var/lib/latchkey', `${root}/var/lib/latchkey`)
      .replaceAll('/opt/latchkey', repository)
      .replaceAll('/usr/bin/node', process.execPath),
  )
  for (const name of ['systemd-run', 'latchkey']) chmodSync(path.join(root, 'bin', name), 0o755)
  const latchkey = (...args: string[]) =>
    new Promise<{ code: unknown; out: string; err: string }>((resolve) =>
      execFile(
        path.join(root, 'bin/latchkey'),
        args,
        { cwd: '/', env: { PATH: `${root}/bin:/usr/bin:/bin`, SCRATCH: root } },
        (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
      ),
    )
  return { root, write, latchkey }
}

describe('deploy/latchkey', () => {
  it('makes the first administrator in the database of the service, under its rules', async () => {
    const { root, write, latchkey } = machine()
    write('password', 'Password1')
    const create = [
      'admin',
      'create',
      '--email',
      'ada@example.com',
      '--name',
      'Ada Lovelace',
      '--password-file',
      `${root}/password`,
    ]
    const none = `There is no database at ${root}/var/lib/latchkey/latchkey.db`
    expect(await latchkey(...create)).toMatchObject({ code: 1, err: expect.stringContaining(none) })
    expect(readdirSync(path.join(root, 'var/lib/latchkey'))).toEqual([])

    await latchkey('migrate') // as the service does when it starts
    expect(await latchkey(...create)).toMatchObject({ code: 1, err: expect.stringContaining('too easy to guess') })
    write('password', 'correct horse 7')
    expect(await latchkey(...create)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Created administrator ada@example.com'),
    })
    expect((await latchkey('users', 'list')).out).toContain('ada@example.com  Ada Lovelace  (admin, verified)')
  })

  it('has the settings and the secrets of the service', async () => {
    const { latchkey } = machine()
    const { code, out } = await latchkey('config', 'print')
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      {
        server: { publicUrl: 'https://id.example.com' },
        limits: { enabled: true },
        security: { secret: '[secret]' },
        mail: { smtpUrl: '[secret]' },
      },
    ])
  })
})
