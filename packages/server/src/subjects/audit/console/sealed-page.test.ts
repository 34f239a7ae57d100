import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { atConsole } from '../../../../test/support/at-console.ts'
import { importing } from '../../../../test/support/importing.ts'
import { checkpoint, seal, sealedIn } from '../../../../test/support/sealed.ts'
import { readCheckpoint } from '../../../platform/kernel/checkpoint.ts'
import { leafHash, rootFrom } from '../../../platform/kernel/merkle.ts'
import { openNote, readKey } from '../../../platform/kernel/signed-note.ts'

describe('/console/audit', () => {
  it('says how far the log is sealed, in four languages, and hands it out', async () => {
    const here = await atConsole()
    const before = await here.visitor.open('/console/audit')
    expect(before.text).not.toContain('Sealed up to')
    expect((await here.visitor.browser.get('/console/audit/sealed-log.ndjson')).status).toBe(404)
    const size = await seal(here)
    expect((await here.visitor.open('/console/audit')).text).toContain(`Sealed up to ${size - 1}`)
    await checkpoint(here)
    const page = await here.visitor.open('/console/audit')
    expect(page.text).toContain(`Sealed up to ${size - 1}, checkpoint at Jan 1, 2030`)
    expect(page.links).toContain('/console/audit/sealed-log.ndjson')
    for (const [language, words] of [
      ['de', 'Versiegelt bis'],
      ['es', 'Sellado hasta'],
      ['fr', 'Scellé jusqu’à'],
    ] as const)
      expect((await here.visitor.browser.get('/console/audit', { headers: { 'accept-language': language } })).text).toContain(
        words,
      )
    const file = await here.visitor.browser.get('/console/audit/sealed-log.ndjson')
    expect([file.status, file.headers['content-disposition']]).toEqual([200, 'attachment; filename="sealed-log.ndjson"'])
    const { latchkey, cwd } = await importing({}, here)
    writeFileSync(path.join(cwd, 'log'), file.text)
    expect(await latchkey('audit', 'verify-export', 'log')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`0 to ${size - 1}`),
    })
  })

  it('has a proof of each event that is sealed', async () => {
    const here = await atConsole()
    const size = await seal(here)
    const [event] = await sealedIn(here)
    const address = `/console/audit/${event?.id}/proof`
    expect((await here.visitor.open('/console/audit')).links).toContain(address)
    const { text } = await here.visitor.browser.get(address)
    const { latchkey } = await importing({}, here)
    expect(text).toBe(`${(await latchkey('audit', 'prove', event?.id ?? '')).out}\n`)
    const [, extra = '', index, ...rest] = text.trimEnd().split('\n')
    const end = rest.indexOf('')
    const key = readKey((await latchkey('audit', 'key')).out)
    const said = readCheckpoint((key && openNote(key, `${rest.slice(end + 1).join('\n')}\n`)) ?? '')
    const leaf = Buffer.from(extra.replace('extra ', ''), 'base64')
    const hashes = rest.slice(0, end).map((hash) => Buffer.from(hash, 'base64'))
    expect([index, rootFrom(hashes, 0, size, leafHash(leaf))]).toEqual(['index 0', said?.root])
    expect((await here.visitor.browser.get('/console/audit/x/proof')).status).toBe(404)
    expect((await here.browser().get(address)).status).not.toBe(200)
  })
})
