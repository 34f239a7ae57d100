import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PageVisitor } from '../../../test/support/page-visitor.ts'
import { world } from '../../../test/support/world.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
const GOOGLE = { ENABLE_OAUTH: 'true', OAUTH_GOOGLE_CLIENT_ID: 'x', OAUTH_GOOGLE_CLIENT_SECRET: 'x' }
const CORP = { OAUTH_CORP_CLIENT_ID: 'x', OAUTH_CORP_CLIENT_SECRET: 'x', OAUTH_CORP_ISSUER: 'https://corp.example' }

function file(name: string): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-looks-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(path.join(directory, name), SVG)
  return path.join(directory, name)
}

async function signIn(env: Record<string, string>) {
  const here = await world({ env })
  const { html } = await new PageVisitor(here.browser()).open('/sign-in')
  const typeOf = async (address: string) => (await here.app.inject(address)).headers['content-type']
  const textOf = async (address: string) => (await here.app.inject(address)).body
  return { html, typeOf, textOf }
}

describe('the looks of the pages', () => {
  it('have a logo for each scheme, and an icon', async () => {
    const env = { PAGES_LOGO: file('a.svg'), PAGES_LOGO_DARK: file('b.png'), PAGES_ICON: file('c.ico') }
    const { html, typeOf } = await signIn(env)
    const [, dark = ''] = /<source srcset="([^"]+)" media="\(prefers-color-scheme: dark\)"\/>/.exec(html) ?? []
    const [, logo = ''] = /<img src="([^"]+)" alt="Latchkey"\/>/.exec(html) ?? []
    const [, icon = ''] = /<link rel="icon" href="([^"]+)"\/>/.exec(html) ?? []
    expect([await typeOf(logo), await typeOf(dark), await typeOf(icon)]).toEqual(['image/svg+xml', 'image/png', 'image/x-icon'])
  })

  it('have a mark beside the name, in the colour of the pages unless there is one of the operator’s', async () => {
    const markOf = async (env: Record<string, string>) => {
      const { html, typeOf, textOf } = await signIn(env)
      const [, mark = ''] = /<img class="mark" src="([^"]+)" alt(?:="")? width="28" height="28"\/>Latchkey</.exec(html) ?? []
      return [await typeOf(mark), await textOf(mark)]
    }
    expect(await markOf({ PAGES_ACCENT: '#0a7d55' })).toEqual([
      'image/svg+xml',
      expect.stringContaining('<style>.ground{fill:#0a7d55}'),
    ])
    expect(await markOf({ BRAND_LOGO: file('mark.svg') })).toEqual(['image/svg+xml', SVG])
    expect((await signIn({ PAGES_LOGO: file('whole.svg') })).html).not.toContain('class="mark"')
  })

  it('have marks for providers, in the order of the configuration: ours, the operator’s, or that of any key', async () => {
    const { html, typeOf } = await signIn({ ...CORP, ...GOOGLE, OAUTH_CORP_ICON: file('corp.svg') })
    const buttons = [...html.matchAll(/<a class="button quiet" href="\/auth\/oauth\/(\w+)\?[^"]*">(.*?)<\/a>/g)]
    expect(buttons.map(([, name]) => name)).toEqual(['corp', 'google'])
    const [, own = ''] = /<img class="icon" src="([^"]+)" alt(?:="")?\/>/.exec(buttons[0]?.[2] ?? '') ?? []
    expect(await typeOf(own)).toBe('image/svg+xml')
    expect(buttons[1]?.[2]).toContain('<svg class="icon mark"')
    expect((await signIn(CORP)).html).toMatch(/<svg class="icon"[^>]*>.*?<\/svg>Continue with corp/)
  })

  it.each([
    ['PAGES_LOGO_DARK', { PAGES_LOGO_DARK: 'logo.pdf' }],
    ['BRAND_LOGO', { BRAND_LOGO: 'mark.gif' }],
    ['PAGES_ICON', { PAGES_ICON: 'icon.gif' }],
    ['OAUTH_CORP_ICON', { ...CORP, OAUTH_CORP_ICON: '/nowhere/icon.svg' }],
  ])('refuse what cannot be shown, under the name it was given: %s', async (name, env) => {
    await expect(world({ env })).rejects.toThrow(new RegExp(`^${name}: `))
  })
})
