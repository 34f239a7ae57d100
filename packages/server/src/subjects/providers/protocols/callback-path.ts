import type { OwnPath } from '../../../platform/kernel/own-path.ts'

export const callbackPath = (provider: string): OwnPath => `~/auth/oauth/${provider}/callback`
