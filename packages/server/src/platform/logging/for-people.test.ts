import { describe, expect, it } from 'vitest'
import { forPeople } from './for-people.ts'

const at = (fields: object) => JSON.stringify({ level: 30, time: new Date(2026, 0, 2, 3, 4, 5).getTime(), ...fields })
const plain = forPeople(false)

describe('a line of the log in a terminal', () => {
  it('tells the time of day, what happened and of what', () => {
    expect(plain(at({ database: 'sqlite', steps: 14, msg: 'the database is ready' }))).toBe(
      '03:04:05 the database is ready database=sqlite steps=14\n',
    )
    expect(plain(at({ reason: 'two words', msg: 'no' }))).toBe('03:04:05 no reason="two words"\n')
  })

  it('has a text of several lines below it, without what a terminal would obey', () => {
    const mail = { to: 'ada@example.com', text: 'Hello,\r\n\n03:04:06 your code\x1b[2J\x9b2J:\n7K3M\n', msg: 'mail' }
    expect(plain(at(mail))).toBe('03:04:05 mail to=ada@example.com\n\n    Hello,\n\n    03:04:06 your code[2J2J:\n    7K3M\n\n')
  })

  it('is short for a request', () => {
    const answered = { requestId: 'x', operation: 'login', route: 'POST /auth/login', status: 200, ms: 23, msg: 'answered' }
    expect(plain(at(answered))).toBe('03:04:05 POST /auth/login 200 23 ms\n')
  })

  it('names what is worse than usual, and has the stack of an error with its causes', () => {
    const err = { message: 'a', stack: 'Error: a\n    at b', cause: { message: 'c' } }
    expect(plain(at({ level: 50, err, msg: 'request failed' }))).toBe(
      '03:04:05 error request failed\n    Error: a\n        at b\n    caused by\n    c\n',
    )
  })

  it('has colours where they are wanted', () => {
    expect(forPeople(true)(at({ level: 40, msg: 'look' }))).toBe('\x1b[2m03:04:05\x1b[0m \x1b[33mwarning\x1b[0m look\n')
    expect(forPeople(true)(at({ route: 'GET /', status: 404, ms: 1 }))).toContain('\x1b[33m404\x1b[0m')
  })
})
