import { CommandError } from '../platform/commands/command.ts'

/** The first descriptor behind the standard ones, as sd_listen_fds(3) has it. */
const FIRST = 3

/**
 * The listening socket that systemd has opened for this process and keeps open beyond its end, so that connections wait for the
 * next process instead of being refused.
 */
export function handedSocket(env: NodeJS.ProcessEnv): number | undefined {
  // A child inherits the variables, and they are not meant for it.
  if (env['LISTEN_PID'] !== String(process.pid)) return undefined
  const count = env['LISTEN_FDS'] ?? '0'
  if (count !== '1') throw new CommandError(`systemd hands ${count} sockets over (LISTEN_FDS), and the service listens on one.`)
  return FIRST
}
