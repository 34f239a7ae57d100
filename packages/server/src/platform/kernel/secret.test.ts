import { format, inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { Secret } from './secret.ts'

const secret = new Secret('hunter2')

describe('Secret', () => {
  it('reveals its value when asked by name', () => {
    expect(secret.reveal()).toBe('hunter2')
  })

  it.each([
    ['String()', String(secret), '[secret]'],
    ['a template', `${secret}`, '[secret]'],
    ['concatenation', 'is '.concat(secret.toString()), 'is [secret]'],
    ['an array', [secret, secret].join(), '[secret],[secret]'],
    ['JSON', JSON.stringify({ secret }), '{"secret":"[secret]"}'],
    ['inspect', inspect(secret), '[secret]'],
    [
      'inspect of everything around it',
      inspect({ a: { secret } }, { depth: 9, showHidden: true }),
      '{ a: { secret: [secret] } }',
    ],
    ['a log format', format('%s %j %o', secret, secret, secret), '[secret] "[secret]" [secret]'],
  ])('prints [secret] through %s', (_, printed, expected) => {
    expect(printed).toBe(expected)
  })

  it('leaves nothing in its properties or in a copy', () => {
    expect(Object.entries(secret)).toEqual([])
    expect({ ...secret }).toEqual({})
    expect(inspect(structuredClone(secret))).not.toContain('hunter2')
  })
})
