import { type FileHandle, open } from 'node:fs/promises'
import type { Deliver } from './streamed-event.ts'

/** Addresses and browsers are in it. */
const FOR_ITS_OWNER = 0o600

/** The file is opened anew each time, so that it can be taken away and rotated, and what is in it is on the disk before it counts. */
export const appendLines =
  (file: string): Deliver =>
  async (lines) => {
    const handle = await open(file, 'a+', FOR_ITS_OWNER)
    try {
      // A pipe without a reader would hold a thread of the process for ever, and keep nothing.
      if (!(await handle.stat()).isFile()) throw new Error(`${file} is no file`)
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      await handle.appendFile(`${(await endsWhole(handle)) ? '' : '\n'}${text}`)
      await handle.sync()
      return 0
    } finally {
      await handle.close()
    }
  }

/** A process that died while it wrote, or a full disk, has left a part of a line: what follows is not put behind it. */
async function endsWhole(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat()
  if (size === 0) return true
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n'
}
