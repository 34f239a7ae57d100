import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pagePaths } from '../../gate/page-paths.ts'
import { ASSET_FOLDER } from '../../platform/kernel/hosted-page.ts'
import type { SampleService } from './sample-service.ts'

const ASSETS = new RegExp(`"(${ASSET_FOLDER}[^"]+)"`, 'g')

const VISITOR = [
  pagePaths.signIn,
  pagePaths.signUp,
  pagePaths.forgotPassword,
  pagePaths.resetPassword,
  pagePaths.twoFactor,
  pagePaths.checkMail,
  pagePaths.verifyEmail,
  pagePaths.setPassword,
  pagePaths.invite,
  pagePaths.orgInvite,
  pagePaths.changeEmail,
  pagePaths.revertEmail,
  pagePaths.notMe,
]
const ADMINISTRATOR = [
  pagePaths.account,
  pagePaths.accountSecurity,
  pagePaths.accountSessions,
  pagePaths.accountActivity,
  pagePaths.accountConnections,
  pagePaths.accountOrganisations,
  pagePaths.accountApplications,
  pagePaths.accountData,
  pagePaths.console,
  pagePaths.consoleUsers,
  pagePaths.consoleNewUser,
  pagePaths.consoleInvites,
  pagePaths.consoleOrganisations,
  pagePaths.consoleClients,
  pagePaths.consoleNewClient,
  pagePaths.consoleKeys,
  pagePaths.consoleWebhooks,
  pagePaths.consoleAudit,
]

const fileOf = (address: string): string => `${address.slice(1).replaceAll(/[/?=]/g, '-')}.html`

/** Writes files that a browser opens without a server, and an index of them. Returns the number of pages. */
export async function writePages(service: SampleService, folder: string): Promise<number> {
  const written: string[] = []
  const assets = new Set<string>()
  mkdirSync(path.join(folder, ASSET_FOLDER), { recursive: true })
  const { userId, organisation, clientId, steps } = service
  const details = [
    `${pagePaths.consoleUsers}/${userId}`,
    `${pagePaths.organisation}/${organisation.slug}`,
    `${pagePaths.consoleOrganisations}/${organisation.id}`,
    `${pagePaths.consoleNewClient}?kind=web`,
    `${pagePaths.consoleClients}/${clientId}`,
  ]
  const shown = { visitor: VISITOR, typed: steps, administrator: [...ADMINISTRATOR, ...details] } as const
  for (const as of ['visitor', 'typed', 'administrator'] as const)
    for (const own of shown[as]) {
      const address = own.slice(1) // a sample has no base path
      const page = await service.open(address, as)
      if (!page) continue
      const html = page.body.toString('utf8')
      for (const [, asset = ''] of html.matchAll(ASSETS)) assets.add(asset)
      writeFileSync(path.join(folder, fileOf(address)), alone(html))
      written.push(address)
    }
  for (const asset of assets) {
    const found = await service.open(asset, 'visitor')
    if (found) writeFileSync(path.join(folder, asset), found.body)
  }
  writeFileSync(path.join(folder, 'index.html'), indexOf(written))
  return written.length
}

const alone = (html: string): string =>
  html
    .replaceAll(`"${ASSET_FOLDER}`, `"${ASSET_FOLDER.slice(1)}`)
    .replace(/href="(\/[^"?#]*)[^"]*"/g, (_, address: string) => `href="${address === '/' ? 'index.html' : fileOf(address)}"`)

const indexOf = (addresses: readonly string[]): string => `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pages</title>
<style>
body { margin: 24px; font: 16px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: repeat(auto-fill, minmax(360px, 1fr)); gap: 24px; }
iframe { width: 200%; height: 1200px; border: 1px solid #ccd; transform: scale(.5); transform-origin: 0 0; }
div { height: 600px; overflow: hidden; }
</style>
${addresses.map((address) => `<section><a href="${fileOf(address)}">${address}</a><div><iframe src="${fileOf(address)}" title="${address}"></iframe></div></section>`).join('\n')}
`
