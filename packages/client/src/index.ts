export { type Client, createClient, type Entry, type State } from './client.ts'
export { type ErrorCode, isError, LatchkeyError } from './error.ts'
export type { Options } from './request.ts'
export type * from './routes.ts'
