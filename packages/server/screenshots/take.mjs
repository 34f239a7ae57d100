import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { signIn, startSite } from './sample-site.mjs'

/** All pages at three widths, in light and in dark, on one sheet to look at; and the pictures of the README and the guide. */
const VISITOR = [
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/check-your-mail',
  '/two-factor',
  '/invite',
  '/verify-email',
  '/nothing-here',
]
const HOME = ['/account', '/account/security', '/account/sessions', '/account/connections', '/account/data', '/sign-out']
const CONSOLE = [
  '/console',
  '/console/users',
  'USER',
  '/console/users/new',
  '/console/invites',
  '/console/keys',
  '/console/audit',
  '/docs',
  '/dev/inbox',
]
const WIDTHS = [320, 768, 1280]
const BRANDS = ['#3552c8', '#0a7d55', '#ffd400', '#111111']

const images = fileURLToPath(new URL('../../../docs/images', import.meta.url))
const shots = path.join(tmpdir(), 'latchkey-shots')
rmSync(shots, { recursive: true, force: true })
mkdirSync(shots, { recursive: true })

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})

async function visit(url, colorScheme, isSignedIn) {
  const context = await browser.newContext({ baseURL: url, colorScheme, locale: 'en-GB', deviceScaleFactor: 1 })
  const page = await context.newPage()
  if (isSignedIn) await signIn(page)
  return page
}

async function takeAll({ url }) {
  for (const scheme of ['light', 'dark']) {
    const [stranger, root] = [await visit(url, scheme, false), await visit(url, scheme, true)]
    await root.goto('/console/users')
    const user = await root.locator('table a').first().getAttribute('href')
    for (const address of [...VISITOR, ...HOME, ...CONSOLE])
      for (const width of WIDTHS) {
        const page = VISITOR.includes(address) ? stranger : root
        await page.setViewportSize({ width, height: 900 })
        await page.goto(address === 'USER' ? user : address)
        await page.screenshot({ path: path.join(shots, `${address.replace(/\W+/g, '-')}-${width}-${scheme}.png`) })
      }
  }
}

/** Pictures beside each other, as one. */
async function sheet(files, columns, width, to) {
  const page = await browser.newPage({ viewport: { width: columns * (width + 16) + 16, height: 600 } })
  const cells = files.map(
    (file) =>
      `<figure><img src="data:image/png;base64,${readFileSync(file, 'base64')}" width="${width}"><figcaption>${path.basename(file, '.png')}</figcaption></figure>`,
  )
  const style = `body{margin:16px;display:grid;grid-template-columns:repeat(${columns},${width}px);gap:16px;font:12px system-ui;background:#999}figure{margin:0}`
  await page.setContent(`<style>${style}</style>${cells.join('')}`)
  await page.screenshot({ path: to, fullPage: true })
  await page.close()
}

async function takeImages({ url }) {
  const stranger = await visit(url, 'light', false)
  await stranger.setViewportSize({ width: 520, height: 760 })
  await stranger.goto('/sign-in')
  await stranger.screenshot({ path: path.join(images, 'sign-in.png') })
  const root = await visit(url, 'light', true)
  await root.setViewportSize({ width: 1280, height: 800 })
  for (const [name, address] of Object.entries({
    console: '/console/users',
    dashboard: '/console',
    account: '/account/security',
  })) {
    await root.goto(address)
    await root.screenshot({ path: path.join(images, `${name}.png`) })
  }
}

try {
  const site = await startSite(3917)
  try {
    await takeAll(site)
    await takeImages(site)
  } finally {
    site.stop()
  }
  const brands = []
  for (const [at, accent] of BRANDS.entries()) {
    const branded = await startSite(3918 + at, { PAGES_ACCENT: accent })
    for (const scheme of ['light', 'dark']) {
      const page = await visit(branded.url, scheme, false)
      await page.setViewportSize({ width: 440, height: 760 })
      await page.goto('/sign-in')
      const file = path.join(shots, `brand ${accent} ${scheme}.png`)
      await page.screenshot({ path: file })
      brands.push(file)
    }
    branded.stop()
  }
  await sheet(brands, 4, 300, path.join(images, 'brands.png'))
  for (const width of WIDTHS) {
    const files = readdirSync(shots).filter((name) => name.includes(`-${width}-`))
    await sheet(
      files.map((name) => path.join(shots, name)),
      6,
      260,
      path.join(shots, `all-${width}.png`),
    )
  }
  process.stdout.write(`Look at ${shots}/all-*.png\n`)
} finally {
  await browser.close()
}
