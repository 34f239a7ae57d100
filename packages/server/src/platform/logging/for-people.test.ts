import { describe, expect, it } from 'vitest'
import { forPeople } from './for-people.ts'

const at = (fields: object) => JSON.stringify({ level: 30, time: new Date(2026, 0, 2, 3, 4, 5).getTime(), ...fields })
const plain = forPeople(false)

describe('a line of the log in a terminal', () => {
  it('tells the time of day, what happened and of what', () => {
    expect(plain(at({ worker: 2, pid: 14, msg: 'a worker is ready' }))).toBe('03:04:05 a worker is ready worker=2 pid=14\n')
    expect(plain(at({ reason: 'two words', msg: 'no' }))).toBe('03:04:05 no reason="two words"\n')
  })

  it('is a sentence where every start says it', () => {
    const ready = { database: 'sqlite', msg: 'the database is ready' }
    expect(plain(at({ ...ready, steps: 26 }))).toBe('03:04:05 sqlite database ready, 26 steps\n')
    expect(plain(at({ ...ready, steps: 1 }))).toBe('03:04:05 sqlite database ready, 1 step\n')
    expect(plain(at(ready))).toBe('03:04:05 sqlite database ready\n')
    const listening = { address: 'http://localhost:3000', host: '127.0.0.1', port: 3000, msg: 'listening' }
    expect(plain(at(listening))).toBe('03:04:05 listening at http://localhost:3000\n')
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
