import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { startBeside } from './start-service.mjs'

/** nginx of this machine, as a program of its own, with what belongs inside its http block. */
export function startNginx(directory, text) {
  const file = path.join(directory, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;\npid ${directory}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${text}}\n`,
  )
  return startBeside('nginx', ['-p', directory, '-e', 'stderr', '-c', file])
}
