import { describe, expect, it } from 'vitest'
import { cleanUserAgent } from './request-state.ts'

describe('cleanUserAgent', () => {
  it('keeps an ordinary user agent', () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    expect(cleanUserAgent(agent)).toBe(agent)
  })

  it('is empty without a header', () => {
    expect(cleanUserAgent(undefined)).toBe('')
  })

  it('removes control characters', () => {
    expect(cleanUserAgent('Evil\0\r\n\u001b[2J\u007f\u0085/1.0')).toBe('Evil[2J/1.0')
  })

  it('cuts at 512 characters', () => {
    expect(cleanUserAgent('x'.repeat(512))).toHaveLength(512)
    expect(cleanUserAgent('x'.repeat(10_000))).toBe('x'.repeat(512))
  })

  it('stays well-formed when the header is not, and when the cut falls into a character', () => {
    expect(cleanUserAgent('a\ud800b')).toBe('ab')
    const cut = cleanUserAgent(`${'x'.repeat(511)}🦊`)
    expect(cut.isWellFormed()).toBe(true)
    expect(cut.length).toBeLessThanOrEqual(512)
  })
})
