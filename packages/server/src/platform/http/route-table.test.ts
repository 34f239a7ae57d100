import { describe, expect, it } from 'vitest'
import { type Route, RouteTable } from './route-table.ts'

const route = (methods: string, path: string, facts: Partial<Route> = {}): Route => ({
  methods: methods.split(' '),
  path,
  handle: () => undefined,
  ...facts,
})

const table = new RouteTable([
  route('GET HEAD', '/'),
  route('GET HEAD', '/users'),
  route('POST', '/users'),
  route('GET HEAD', '/users/{id}'),
  route('DELETE', '/users/{id}/keys/{key}'),
  route('DELETE', '/users/me'),
  route('GET', '/ask/*'),
  route('GET', '/inbox', { isLoopbackOnly: true }),
])
const found = (method: string, target: string) => {
  const at = table.find(method, target)
  return at && [at.route.path, at.params]
}

describe('the table of routes', () => {
  it.each([
    ['GET', '/', '/', {}],
    ['HEAD', '/users', '/users', {}],
    ['POST', '/users?a=/b', '/users', {}],
    ['GET', '/users#part', '/users', {}],
    ['GET', '/users/7', '/users/{id}', { id: '7' }],
    ['GET', '/users/', '/users/{id}', { id: '' }],
    ['GET', '/users/a%2Fb%20c', '/users/{id}', { id: 'a/b c' }],
    ['GET', `/users/${'x'.repeat(100)}`, '/users/{id}', { id: 'x'.repeat(100) }],
    ['GET', '/%75sers', '/users', {}],
    ['DELETE', '/users/7/keys/k', '/users/{id}/keys/{key}', { id: '7', key: 'k' }],
    ['GET', '/ask/a/b', '/ask/*', {}],
    ['GET', 'http://a.example/users/7', '/users/{id}', { id: '7' }],
  ])('%s %s is %s', (method, target, path, params) => {
    expect(found(method, target)).toEqual([path, params])
  })

  it('finds what a name of ours has before what any name has, and the other way for another method', () => {
    expect(found('DELETE', '/users/me')).toEqual(['/users/me', {}])
    expect(found('GET', '/users/me')).toEqual(['/users/{id}', { id: 'me' }])
  })

  it.each([
    ['PUT', '/users'],
    ['GET', '/Users'],
    ['GET', '/users/7/'],
    ['GET', '//users'],
    ['GET', '/ask'],
    ['GET', `/users/${'x'.repeat(101)}`],
    ['GET', '/users/%zz'],
    ['GET', '/users%2F7'],
    ['OPTIONS', '*'],
    ['GET', 'users'],
  ])('%s %s is nowhere', (method, target) => {
    expect(found(method, target)).toBeUndefined()
  })

  it('says by which methods a path can be asked', () => {
    const at = (target: string) => table.methodsAt(target, ({ isLoopbackOnly }) => !isLoopbackOnly)
    expect(at('/users')).toEqual(['GET', 'POST', 'HEAD'])
    expect(at('/users/me')).toEqual(['DELETE', 'GET', 'HEAD'])
    expect(at('/inbox')).toEqual([])
    expect(at('/nowhere')).toEqual([])
  })

  it('has one route for a method at a path', () => {
    expect(() => new RouteTable([route('GET HEAD', '/a'), route('HEAD', '/a')])).toThrow('two routes are at /a')
  })
})
