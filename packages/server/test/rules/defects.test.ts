import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

interface Defect {
  readonly name: string
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[]
  readonly seenBy: { readonly files: readonly string[] }
}

const root = path.resolve(import.meta.dirname, '../../../..')
const list = pathToFileURL(path.join(root, 'packages/server/defects/defects.mjs')).href
const { defects }: { defects: readonly Defect[] } = await import(list)

describe('the planted defects', () => {
  it.each(defects)('$name: can still be planted, and its tests are there', ({ edits, seenBy }) => {
    for (const { file, from, to } of edits) {
      expect(readFileSync(path.join(root, file), 'utf8').split(from), from).toHaveLength(2)
      expect(to).not.toBe(from)
    }
    for (const file of seenBy.files) expect(existsSync(path.join(root, file)), file).toBe(true)
  })
})
