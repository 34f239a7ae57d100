import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { world } from '../../../test/support/world.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function logo(name: string): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-logo-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = path.join(directory, name)
  writeFileSync(file, PIXEL)
  return file
}

async function mailed(env: Record<string, string>) {
  const here = await world({ withMail: true, env })
  await here.signedUp('ada@example.com')
  await here.browser().post('/auth/forgot-password', { email: 'ada@example.com' })
  return { ...here, html: (await here.mail.newest('ada@example.com')).html ?? '' }
}

describe('a mail', () => {
  it('has the colours of the pages, changed where they could not be seen', async () => {
    const { html } = await mailed({ PAGES_ACCENT: '#ffd400' })
    expect(html).not.toContain('#ffd400; color: #ffffff')
    expect(html).toMatch(/\.button \{[^}]*background: #[0-9a-f]{6}; color: #000000/)
    const dark = html.slice(html.indexOf('prefers-color-scheme'))
    expect(dark).toContain('background: #ffd400')
  })

  it('shows the logo of the pages, which mail programs may fetch', async () => {
    const { html, app } = await mailed({ PAGES_LOGO: logo('logo.png') })
    const [, address = ''] =
      /<img src="http:\/\/localhost:3000(\/_latchkey\/logo\.[0-9a-f]{12}\.png)" alt="Latchkey"/.exec(html) ?? []
    const { statusCode, headers } = await app.inject(address)
    expect([statusCode, headers['content-type'], headers['cross-origin-resource-policy']]).toEqual([
      200,
      'image/png',
      'cross-origin',
    ])
  })

  it('has the name instead of a logo that mail programs do not show', async () => {
    expect((await mailed({ PAGES_LOGO: logo('logo.svg') })).html).not.toContain('<img')
  })
})
