import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ownDirectory } from '../support/scratch-directory.ts'

const program = path.resolve(import.meta.dirname, '../../bin/latchkey.js')

/** What a program says that writes there. */
async function written(stdout: 'pipe' | number) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [program, '--help'], {
    ...{ cwd: ownDirectory('closed-output-'), env: { PATH }, stdio: ['ignore', stdout, 'pipe'] },
  })
  child.stdout?.destroy()
  let said = ''
  child.stderr?.on('data', (bytes) => (said += String(bytes)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said }
}

it('output that nobody reads to its end is not all there', async () => {
  expect(await written('pipe')).toEqual({ code: 141, said: '' })
})

it.runIf(existsSync('/dev/full'))('output onto a full disk is told of in a line', async () => {
  const { code, said } = await written(openSync('/dev/full', 'w'))
  expect([code, said]).toEqual([1, expect.stringMatching(/^The standard output cannot be written: ENOSPC.*\n$/)])
})
