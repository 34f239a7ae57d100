import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'

const file = path.resolve(import.meta.dirname, '../../../../docs/reference/openapi.json')

const problemsOf = async (source: string): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: file, config })
  return problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)
}

it('the OpenAPI document keeps to the rules that tools expect', async () => {
  const source = readFileSync(file, 'utf8')
  expect(await problemsOf(source)).toEqual([])
  // And the rules are in force.
  expect(await problemsOf(source.replaceAll('"$ref": "#/components/schemas/User"', '"$ref": "#/nowhere"'))).not.toEqual([])
})
