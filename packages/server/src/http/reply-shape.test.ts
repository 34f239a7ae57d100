import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { shaped } from './reply-shape.ts'

const Inner = Type.Object({ id: Type.String(), at: Type.Union([Type.String(), Type.Null()]) })
const Session = Type.Object({ session: Inner, list: Type.Array(Inner) })
const Pending = Type.Object({ requiresVerification: Type.Literal(true), session: Type.Optional(Type.String()) })

describe('a reply', () => {
  it('keeps what its schema names, at every depth, and nothing else', () => {
    const inner = { id: 'x', at: null, tokenHash: 'secret' }
    expect(shaped(Session, { session: inner, list: [inner], passwordHash: 'secret' })).toEqual({
      session: { id: 'x', at: null },
      list: [{ id: 'x', at: null }],
    })
  })

  it('takes the shape it fits, by required fields and literals', () => {
    const Either = Type.Union([Session, Pending])
    expect(shaped(Either, { requiresVerification: true, extra: 1 })).toEqual({ requiresVerification: true })
    expect(() => shaped(Either, { requiresVerification: false })).toThrow('does not fit')
  })

  it('fails rather than leave out what it promised', () => {
    expect(() => shaped(Inner, { id: 'x' })).toThrow('does not fit its schema: at')
  })
})
