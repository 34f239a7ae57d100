import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../platform/config/schema.ts'
import { assetPath } from '../../platform/kernel/hosted-page.ts'
import { servedAddress } from '../../platform/kernel/own-path.ts'
import type { Brand } from '../../platform/mail/brand.ts'
import { accentIn } from '../../platform/pages/theme/accent.ts'
import { schemes } from '../../platform/pages/theme/tokens.ts'

/** None of the major mail programs shows SVG. */
const SHOWN: ReadonlySet<string> = new Set(['.png', '.jpg', '.webp'])

export function mailBrand({ pages, server }: Config): Brand {
  const [light, dark] = [accentIn(pages.accent, schemes.light), accentIn(pages.accent, schemes.dark)]
  return {
    accent: light.accent,
    onAccent: light['on-accent'],
    linkColour: light.link,
    darkAccent: dark.accent,
    darkOnAccent: dark['on-accent'],
    darkLinkColour: dark.link,
    logo: logoAddress(server, pages.logo),
  }
}

function logoAddress(server: Config['server'], file: string | undefined): string {
  const extension = file === undefined ? '' : path.extname(file).toLowerCase()
  return file === undefined || !SHOWN.has(extension)
    ? ''
    : servedAddress(server, assetPath(`logo${extension}`, readFileSync(file)))
}
