import { appendFileSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { routesOf } from '../../../client/scripts/routes-of.ts'
import type * as console from '../support/administered.ts'
import type * as metrics from '../support/measured.ts'
import type * as terminal from '../support/shell.ts'

const server = path.resolve(import.meta.dirname, '../..')
const example = path.resolve(server, '../../examples/subject')
const scratch = path.join(server, 'data', `one-more-subject-${process.pid}`)

/** A copy of the program with the subject of the example in it: its folder, its mails, and one line in the list. */
function makeCopy(): void {
  for (const part of ['package.json', 'src', 'templates', 'assets', 'test/support'])
    cpSync(path.join(server, part), path.join(scratch, part), { recursive: true, filter: (file) => !/\.test\.tsx?$/.test(file) })
  cpSync(path.join(example, 'mottos'), path.join(scratch, 'src/subjects/mottos'), { recursive: true })
  cpSync(path.join(example, 'templates'), path.join(scratch, 'templates'), { recursive: true })
  writeFileSync(path.join(scratch, 'tsconfig.json'), `{ "extends": "../../../../tsconfig.json", "include": ["src"] }`)
  appendFileSync(path.join(scratch, 'src/subjects/list.ts'), `export { mottos } from './mottos/index.ts'\n`)
}

const inCopy = (file: string) => import(/* @vite-ignore */ path.join(scratch, 'test/support', file))

describe('one more subject', () => {
  makeCopy()
  afterAll(() => rmSync(scratch, { recursive: true, force: true }))

  it('is five files, and a mail in each language', () => {
    expect(readdirSync(path.join(example, 'mottos')).toSorted()).toEqual([
      'flow.ts',
      'index.ts',
      'page.tsx',
      'table.ts',
      'words.ts',
    ])
    expect(readdirSync(path.join(example, 'templates')).toSorted()).toEqual(['de', 'en', 'es', 'fr'])
  })

  it('is in the reference, the client, the log, the console, the mails, the figures and the purge', async () => {
    const { signedInAsAdmin }: typeof console = await inCopy('administered.ts')
    const { measured }: typeof metrics = await inCopy('measured.ts')
    const here = await measured({ withMail: true, env: { MOTTO_MAX_LENGTH: '20', SECURITY_NOTICES: 'true' } })
    const ada = await here.signedUp()

    expect((await ada.put('/auth/motto', { text: 'Per aspera ad astra' })).status).toBe(200)
    expect((await ada.put('/auth/motto', { text: 'Per aspera ad astra!!' })).body.error).toBe('motto_too_long')
    expect((await ada.get('/account/motto', { headers: { 'accept-language': 'fr' } })).text).toMatch(
      /Devise[\s\S]*Per aspera ad astra/,
    )
    expect((await here.mail.newest('ada@example.com')).subject).toBe('Your motto at Latchkey')

    const document = (await ada.get('/openapi.json')).body
    expect(document.paths['/auth/motto'].put.responses[400]).toBeDefined()
    expect(routesOf(document)).toContain(`'PUT /auth/motto'`)
    expect((await ada.get('/docs')).text).toMatch(/Mottos[\s\S]*Choose a motto/)

    const { events } = (await ada.get('/auth/activity')).body
    expect(events.map(({ type }: { type: string }) => type)).toContain('motto.set')
    expect(await here.figure('latchkey_events_total{type="motto.set"}')).toBe(1)
    const root = await signedInAsAdmin(here, 'root@example.com')
    expect((await root.get('/console/audit')).text).toContain('Motto chosen')

    here.clock.advance(366 * 24 * 3_600_000)
    await here.purge.run()
    expect(await here.sql(`SELECT COUNT(*) AS total FROM mottos`)).toEqual([{ total: 0 }])
  })

  it('is on the command line', async () => {
    const { shell }: typeof terminal = await inCopy('shell.ts')
    const { latchkey } = shell()
    expect((await latchkey('mail', 'preview', '--kind', 'motto-set', '--language', 'de')).out).toContain('Ihr Motto bei')
    expect((await latchkey('config', 'print')).out).toContain('"mottos"')
  })
})
