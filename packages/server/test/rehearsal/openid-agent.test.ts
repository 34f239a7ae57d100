import { execFileSync } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { visitor } from '../browser/browser-world.ts'
import { mouse, signIn } from '../browser/person.ts'
import { ADA, providerProgram } from '../support/provider-program.ts'
import { ownDirectory } from '../support/scratch-directory.ts'
import { isInstalled, running } from './openid-programs.ts'

describe.runIf(isInstalled('oidc-agent', '--version'))('oidc-agent', () => {
  it('signs a person in at the command line by a device code, and refreshes for programs', async () => {
    const provider = await providerProgram()
    await provider.client(
      'agent',
      '--kind',
      'native',
      '--device',
      'yes',
      '--stay',
      'yes',
      '--redirect-uri',
      'http://localhost:4242',
    )
    const home = ownDirectory('latchkey-agent-')
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, OIDC_CONFIG_DIR: home, OIDC_ENCRYPTION_PW: 'a word for this file' }
    const started = execFileSync('oidc-agent', [], { env, encoding: 'utf8' })
    const agent = Object.fromEntries([...started.matchAll(/(\w+)=([^;]+);/g)].map(([, name, value]) => [name, value]))
    onTestFinished(() => void process.kill(Number(agent['OIDCD_PID']), 'SIGTERM'))
    const generating = running(
      'oidc-gen',
      [
        ...[
          '--flow=device',
          `--issuer=${provider.url}`,
          '--client-id=agent',
          '--client-secret=',
          '--redirect-uri=http://localhost:4242',
        ],
        ...['--scope=openid profile email offline_access', `--dae=${provider.url}/oidc/device`],
        ...['--pw-env', '--prompt=none', '--confirm-default', '--no-url-call', 'ada'],
      ],
      { ...env, ...agent },
      home,
    )
    await expect.poll(() => generating.output(), { timeout: 30_000 }).toMatch(/[B-DF-HJ-NP-TV-Z]{4}-[B-DF-HJ-NP-TV-Z]{4}/)
    const [code = ''] = /[B-DF-HJ-NP-TV-Z]{4}-[B-DF-HJ-NP-TV-Z]{4}/.exec(generating.output()) ?? []
    const page = await visitor(provider.url)
    await page.goto('/device')
    await signIn(page, mouse, ADA.email, ADA.password)
    await mouse.type(page, 'Code of the device', code)
    await mouse.press(page, 'Continue')
    await page.getByText(code).first().waitFor()
    await mouse.press(page, 'Let it in')
    await generating.exited
    const token = () =>
      execFileSync('oidc-token', ['--force-new', 'ada'], { env: { ...env, ...agent }, encoding: 'utf8', timeout: 20_000 }).trim()
    const tokens = [token(), token()]
    expect(new Set(tokens).size).toBe(2)
    const ask = () => fetch(`${provider.url}/oidc/userinfo`, { headers: { authorization: `Bearer ${tokens[1]}` } })
    expect(await (await ask()).json()).toMatchObject({ name: ADA.name, email: ADA.email })
    await provider.signOutEverywhere()
    expect((await ask()).status).toBe(401)
  })
})
