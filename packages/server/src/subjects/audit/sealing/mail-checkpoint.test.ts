import { describe, expect, it } from 'vitest'
import { checkpoint, seal, verify, written } from '../../../../test/support/sealed.ts'
import { type World, world } from '../../../../test/support/world.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { notesIn } from '../../../platform/kernel/signed-note.ts'

const READER = 'security@example.com'
const env = { AUDIT_CHECKPOINT_MAIL: ' Security@Example.com ' }

const here = (options: Parameters<typeof world>[0] = {}) => world({ env, withMail: true, ...options })

async function came(to: World, name: string): Promise<void> {
  await written(to, 2, name)
  await seal(to)
  await checkpoint(to)
}

const newestNote = async ({ sql }: World) =>
  String((await sql(`SELECT note FROM audit_checkpoints ORDER BY size DESC`))[0]?.['note'])

const subjects = async ({ mail, outbox }: World) => {
  await outbox.idle()
  return mail.mails.map(({ subject }) => subject)
}

describe('the daily mail with the checkpoint', () => {
  it('has the newest as it was signed, which is found in its text', async () => {
    const one = await here()
    await one.purge.run()
    expect(await subjects(one)).toEqual([])
    await came(one, 'a')
    await one.purge.run()
    const { text = '', html, recipients } = await one.mail.newest(READER)
    expect(recipients).toEqual([READER])
    const note = await newestNote(one)
    for (const found of [notesIn(text), notesIn(text.replaceAll('\n', '\r\n'))]) expect(found).toEqual([note])
    for (const line of note.split('\n')) expect(html).toContain(line)
    expect(await verify(one, { notes: notesIn(text) })).toMatchObject({ result: 'good' })
    await one.sql(`UPDATE audit_checkpoints SET note = ''`)
    expect(await verify(one, { notes: notesIn(text) })).toMatchObject({ result: 'tampered' })
  })

  it('comes once a day over all processes, however often they look, and not where nothing came', async () => {
    const one = await here()
    const two = await here({ databaseUrl: one.database.url })
    const look = async () => {
      await Promise.all([one, two, one, two].map(({ purge }) => purge.run()))
      return [...(await subjects(one)), ...(await subjects(two))].map((subject) => /\d+/.exec(subject ?? '')?.[0])
    }
    const advance = (ms: number) => [one, two].map(({ clock }) => clock.advance(ms))
    await came(one, 'a')
    expect(await look()).toEqual(['3'])
    await came(one, 'b')
    advance(DAY_MS - 1)
    expect(await look()).toEqual(['3'])
    advance(1)
    const second = await look()
    expect(second.toSorted()).toEqual(['3', '5'])
    advance(3 * DAY_MS)
    expect(await look()).toEqual(second)
    const before = one.statements().length
    await one.purge.run()
    expect(one.statements().slice(before).join()).not.toContain('UPDATE audit_collectors')
    await came(one, 'c')
    expect((await look()).toSorted()).toEqual(['3', '5', '7'])
  })

  it('is kept by nothing of the mail before, and in no transaction without it', async () => {
    const one = await here()
    await came(one, 'a')
    await one.sql(`ALTER TABLE outbox RENAME TO away`)
    await one.purge.run().catch(() => undefined)
    await one.sql(`ALTER TABLE away RENAME TO outbox`)
    expect(await subjects(one)).toEqual([])
    await one.purge.run()
    expect(await subjects(one)).toHaveLength(1)
  })

  it.each([
    ['de', 'Protokoll von Latchkey: Prüfpunkt bei 5 Ereignissen'],
    ['es', 'Registro de auditoría de Latchkey: punto de control con 5 eventos'],
    ['fr', 'Journal d’audit de Latchkey\u202f: point de contrôle à 5 événements'],
  ])('is in the language of the account with that address: %s', async (language, subject) => {
    const one = await here()
    await one.signedUp(READER)
    await one.sql(`UPDATE accounts SET language = ?`, [language])
    await came(one, 'a')
    await one.purge.run()
    expect((await subjects(one)).at(-1)).toBe(subject)
    const { text = '' } = await one.mail.newest(READER)
    expect(notesIn(text)).toEqual([await newestNote(one)])
  })

  it('is sent to nobody unless asked for', async () => {
    const one = await world({ withMail: true })
    await came(one, 'a')
    await one.purge.run()
    expect(await subjects(one)).toEqual([])
    expect(await one.sql(`SELECT target FROM audit_collectors`)).toEqual([])
  })
})
