import type { ErrorRows } from '../../platform/kernel/errors.ts'

// biome-ignore format: a table is read by its rows
export const devicesErrors = {
  device_not_found: [404, 'There is no such trusted browser.', 'It may have been removed already.'],
} as const satisfies ErrorRows

type DevicesErrors = typeof devicesErrors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends DevicesErrors {}
}
