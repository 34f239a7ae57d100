import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { type Finding, findingsOf } from '../../platform/commands/finding.ts'

const { ok, warn, fail } = findingsOf('disk')

const MIB = 1024 ** 2
const GIB = 1024 ** 3

/** By the number that Linux gives each file system; on these, locks and shared memory do not reach other machines. */
const REMOTE: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x01021997, '9P'],
])

type Space = Pick<StatsFs, 'type' | 'bsize' | 'blocks' | 'bavail' | 'files' | 'ffree'>

export const checkDisk = async (directory: string): Promise<readonly Finding[]> => [...spaceFindings(await statfs(directory))]

export function* spaceFindings({ type, bsize, blocks, bavail, files, ffree }: Space): Iterable<Finding> {
  const remote = REMOTE.get(type >>> 0)
  if (remote) yield fail(`the database is on ${remote}: SQLite needs a local disk, or use PostgreSQL`)
  const free = bavail * bsize
  const shown = `${free < GIB ? `${Math.floor(free / MIB)} MiB` : `${(free / GIB).toFixed(1)} GiB`} free`
  if (free < 100 * MIB) yield fail(`${shown}: writes are about to fail`)
  else if (free < GIB || bavail < blocks / 10) yield warn(`${shown}, ${Math.floor((100 * bavail) / blocks)} %`)
  else yield ok(shown)
  // File systems without a fixed number of inodes report 0.
  if (files > 0 && ffree < files / 20) yield warn(`${ffree} of ${files} inodes are left`)
}
