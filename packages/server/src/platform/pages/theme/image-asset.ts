import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Asset } from '../../kernel/hosted-page.ts'
import { assetPath } from '../../kernel/hosted-page.ts'

type Types = Readonly<Record<string, string>>

const IMAGE_TYPES: Types = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp', '.jpg': 'image/jpeg' }
export const ICON_TYPES: Types = { '.svg': 'image/svg+xml', '.png': 'image/png', '.ico': 'image/x-icon' }

export class ThemeFileError extends Error {}

export const asset = (name: string, type: string, content: Buffer): Asset => ({ path: assetPath(name, content), type, content })

export function imageOf(setting: string, name: string, file: string, types = IMAGE_TYPES): Asset {
  const extension = path.extname(file).toLowerCase()
  const type = types[extension]
  if (type === undefined) throw new ThemeFileError(`${setting}: must end in ${Object.keys(types).join(', ')}`)
  return asset(`${name}${extension}`, type, readOwn(setting, file))
}

export function readOwn(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new ThemeFileError(`${setting}: cannot read ${file}`, { cause })
  }
}
