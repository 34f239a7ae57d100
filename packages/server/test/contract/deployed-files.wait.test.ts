import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ownCertificate } from '../support/own-certificate.ts'
import { ownDirectory } from '../support/scratch-directory.ts'

const deploy = path.resolve(import.meta.dirname, '../../../../deploy')
const run = promisify(execFile)
const isHere = (tool: string): boolean => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0

/** Of a file of ours, with the program where it is on this machine. */
function installed(directory: string, file: string): string {
  const text = readFileSync(path.join(deploy, file), 'utf8').replaceAll('/usr/bin/node', process.execPath)
  writeFileSync(path.join(directory, file), text)
  return path.join(directory, file)
}

/** With names and places of this machine instead of those of the containers. */
function nginxFile(directory: string): string {
  const { cert, key } = ownCertificate(1)
  writeFileSync(path.join(directory, 'fullchain.pem'), cert)
  writeFileSync(path.join(directory, 'privkey.pem'), key)
  const text = readFileSync(path.join(deploy, 'nginx.conf'), 'utf8')
    .replaceAll(/latchkey-\d:/g, '127.0.0.1:')
    .replaceAll('/etc/nginx/certificates', directory)
  writeFileSync(path.join(directory, 'nginx.conf'), `pid ${directory}/nginx.pid;\n${text}`)
  return path.join(directory, 'nginx.conf')
}

/** Each tool is asked where it is installed, as no other can say what it takes. */
describe('the files in deploy', () => {
  it.skipIf(!isHere('caddy'))('are taken by Caddy', async () => {
    const file = path.join(deploy, 'Caddyfile')
    const { stdout } = await run('caddy', ['adapt', '--adapter', 'caddyfile', '--config', file])
    expect(JSON.parse(stdout)).toHaveProperty('apps.http')
  })

  it.skipIf(!isHere('promtool'))('are taken by Prometheus', async () => {
    const { stdout } = await run('promtool', ['check', 'rules', path.join(deploy, 'prometheus-rules.yaml')])
    expect(stdout).toContain('SUCCESS')
  })

  it.skipIf(!isHere('nginx'))('are taken by nginx', async () => {
    const directory = ownDirectory('nginx-')
    const { stderr } = await run('nginx', ['-t', '-e', 'stderr', '-p', directory, '-c', nginxFile(directory)])
    expect(stderr).toMatch(/test is successful$/m)
  })

  it.skipIf(!isHere('systemd-analyze'))('are taken by systemd', async () => {
    const directory = ownDirectory('units-')
    const files = ['latchkey.service', 'latchkey.socket'].map((file) => installed(directory, file))
    const { stderr } = await run('systemd-analyze', ['verify', ...files])
    expect(stderr).toBe('')
  })
})
