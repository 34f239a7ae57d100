import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { KEY_SCOPES, SCOPES, scopesIn } from '../../src/platform/kernel/scopes.ts'
import '../../src/subjects/index.ts'

const guide = path.resolve(import.meta.dirname, '../../../../docs/guide')

/** The rows of a table, by the scopes that their first cell names. */
function rowsOf(page: string): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(path.join(guide, page), 'utf8')
  const rows = [...text.matchAll(/^\| (`[a-z]+:[a-z]+`.*) \|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  )
  return new Map(
    rows.flatMap(([scopes = '', ...cells]) => [...scopes.matchAll(/`(.+?)`/g)].map(([, scope = '']) => [scope, cells])),
  )
}

it.each([
  ['administrators.md', SCOPES],
  ['keys.md', KEY_SCOPES],
])('the table of scopes in %s has every one that can be given, and no other', (page, scopes) => {
  expect([...rowsOf(page).keys()].sort()).toEqual([...scopes].sort())
})

it('the guide says which scopes the presets have', () => {
  for (const [scope, [, ...cells]] of rowsOf('administrators.md'))
    expect([scope, ...cells.map((cell) => cell === 'yes')]).toEqual([
      scope,
      ...(['support', 'auditor'] as const).map((preset) => scopesIn(preset).some((one) => one === scope)),
    ])
})
