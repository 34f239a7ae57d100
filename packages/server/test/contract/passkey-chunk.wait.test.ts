import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'
import config from '../../rolldown.config.ts'
import type { Algorithm } from '../support/cose-key.ts'
import { addPasskey, enterByPasskey } from '../support/factored.ts'
import { pace } from '../support/longest-hold.ts'
import { notedProgram } from '../support/noted-program.ts'
import { shared } from '../support/shared.ts'
import { SoftwareAuthenticator } from '../support/software-authenticator.ts'
import { PASSWORD } from '../support/world.ts'

const run = promisify(execFile)
const server = path.resolve(import.meta.dirname, '../..')
const dist = path.join(server, 'dist')
const CHUNK = 'webauthn-library.js'
const read = (file: string): string => readFileSync(path.join(dist, file), 'utf8')

/** A garbage collection may fall into any try, but hardly into every one. */
const TRIES = 4
const LIMIT_MS = 50

/** Loads a module, and says how many milliseconds of processor time the longest turn of the event loop took meanwhile. */
const WATCHING = `
  import { setImmediate as nextTurn } from 'node:timers/promises'
  const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
  let [isLoaded, longest] = [false, 0]
  import(process.argv[1]).then(() => (isLoaded = true))
  for (let before = spent(); !isLoaded; ) {
    await nextTurn()
    const now = spent()
    longest = Math.max(longest, now - before)
    before = now
  }
  console.log(longest)`

async function loadingHold(): Promise<number> {
  const url = pathToFileURL(path.join(dist, CHUNK)).href
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', WATCHING, url])
  return Number(stdout) / pace()
}

/** The map of the same chunk, built once more with the sources that the package is spared. */
async function withSources(): Promise<Readonly<Record<'sources' | 'sourcesContent', readonly string[]>>> {
  const { output, ...input } = config
  const bundle = await rolldown(input)
  const { output: files } = await bundle.generate({ ...output, sourcemapExcludeSources: false })
  await bundle.close()
  const found = files.find(({ fileName }) => fileName === `${CHUNK}.map`)
  if (found?.type !== 'asset') throw new Error(`there is no map of ${CHUNK}`)
  return JSON.parse(String(found.source))
}

/** The built program, and somebody who has an account there. */
async function started() {
  const program = await notedProgram()
  const owner = program.browser()
  await owner.post('/auth/register', { email: 'ada@example.com', password: PASSWORD, name: 'Ada' })
  return { ...program, owner }
}

describe('what verifies passkeys', () => {
  it('is the library as it is published, with nothing of ours in it', async () => {
    const { sources, sourcesContent } = await withSources()
    const files = sources.map((source) => path.resolve(dist, source))
    expect(files.some((file) => file.endsWith('/isoCrypto/unwrapEC2Signature.js'))).toBe(true)
    expect(files.filter((file) => !file.includes('/node_modules/'))).toEqual([])
    expect(files.filter((file, at) => readFileSync(file, 'utf8') !== sourcesContent[at])).toEqual([])
  })

  it('is named with all that it brings in the list of licences', () => {
    const notices = read('THIRD-PARTY-NOTICES.txt')
    for (const name of ['@simplewebauthn/server', '@levischuck/tiny-cbor', '@peculiar/x509', 'asn1js'])
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'))
  })

  it('is part of nothing else', () => {
    const whole = readdirSync(dist).filter((file) => file.endsWith('.js') && file !== CHUNK)
    expect(whole.filter((file) => read(file).includes('function verifyAuthenticationResponse('))).toEqual([])
    expect(read(CHUNK)).toContain('function verifyAuthenticationResponse(')
  })

  it('is loaded by the first answer of a passkey, not by a start or a question', async () => {
    const { browser, owner, loaded } = await started()
    await owner.post('/auth/passkeys/options')
    await browser().post('/auth/passkey/options')
    await owner.get('/auth/passkeys')
    expect(loaded()).toContain('main.js')
    expect(loaded()).not.toContain(CHUNK)
    expect((await addPasskey(owner)).reply.status).toBe(201)
    expect(loaded()).toContain(CHUNK)
  })

  it(`holds nobody up for ${LIMIT_MS} ms while it is loaded`, async () => {
    let best = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < TRIES && best > LIMIT_MS; attempt++) best = Math.min(best, await loadingHold())
    expect(best).toBeLessThan(LIMIT_MS)
  })
})

describe('what verifies passkeys, in the built program', () => {
  const running = shared(started)

  it('knows every algorithm that is asked for, and a signature of another key', async () => {
    const { browser, owner } = running()
    for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const satisfies Algorithm[]) {
      const { authenticator, reply } = await addPasskey(owner, {}, new SoftwareAuthenticator({ algorithm }))
      expect(reply.status, algorithm).toBe(201)
      // Signatures of ECDSA are of several lengths.
      for (let round = 0; round < 20; round++)
        expect((await enterByPasskey(browser(), authenticator)).status, algorithm).toBe(200)
      const forged = await enterByPasskey(browser(), authenticator, { signature: 'of another key' })
      expect(forged, algorithm).toMatchObject({ status: 401, body: { error: 'passkey_refused' } })
      const broken = await enterByPasskey(browser(), authenticator, { signature: Buffer.from('30', 'hex') })
      expect(Math.floor(broken.status / 100), algorithm).toBe(4)
    }
  })

  it('is not asked about an attestation, because none was wanted', async () => {
    const { owner } = running()
    for (const fmt of ['packed', 'fido-u2f', 'tpm', 'android-key', 'android-safetynet', 'apple']) {
      const { body } = await owner.post('/auth/passkeys/options')
      const passkey = new SoftwareAuthenticator().register(body.options, { fmt, attStmt: new Map([['sig', Buffer.alloc(64)]]) })
      const reply = await owner.post('/auth/passkeys', { state: body.state, passkey })
      expect(reply, fmt).toMatchObject({ status: 400, body: { error: 'passkey_invalid' } })
    }
  })
})
