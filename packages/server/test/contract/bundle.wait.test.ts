import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const dist = path.resolve(import.meta.dirname, '../../dist')

it('has no sign beyond ASCII in its programs, which would be kept in twice the room', () => {
  const programs = readdirSync(dist).filter((name) => name.endsWith('.js'))
  expect(programs.length).toBeGreaterThan(10)
  expect(programs.filter((name) => !/^[\0-\x7f]*$/.test(readFileSync(path.join(dist, name), 'utf8')))).toEqual([])
})

it('has what signs in without a proof in a part of its own, which only a test asks for', () => {
  const programs = readdirSync(dist).filter((name) => name.endsWith('.js') && name !== 'test-latchkey.js')
  const naming = programs.filter((name) => readFileSync(path.join(dist, name), 'utf8').includes('test-latchkey.js'))
  expect(naming).toEqual(['index.js'])
  const entry = readFileSync(path.join(dist, 'index.js'), 'utf8')
  expect(entry).toMatch(/if\(testing\)return\(await import\([`"]\.\/test-latchkey\.js[`"]\)\)/)
})

it('has no compiler of schemas, which Fastify brings along and the service never asks for', () => {
  const notices = readFileSync(path.join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  const packages = [...notices.matchAll(/^(\S+) \S+ \(.+\)$/gm)].map(([, name]) => name)
  expect(packages).toContain('fastify')
  expect(packages.filter((name) => name?.startsWith('ajv'))).toEqual([])
})
