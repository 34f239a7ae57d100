import { headIn } from '../../../gate/audit/log/head.ts'
import { logKeyOf } from '../../../gate/audit/log/log-key.ts'
import { treeOfHead } from '../../../gate/audit/log/signed-head.ts'
import type { Deps } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import type { Hosted } from '../../../gate/pages/view.ts'

const LINES_AT_ONCE = 500

/** As the head was signed; undefined before the first event is sealed. */
async function openLog(deps: Deps) {
  const { store: tables } = deps
  const head = await headIn(tables).find()
  const signer = head && (await logKeyOf(deps)).signer(head.origin)
  return head && signer ? { tables, head, signer, tree: treeOfHead(signer, head) } : undefined
}

/** As `latchkey audit export` writes it. Nothing of the database is held while it is sent: what has a number changes no more. */
const exportFile: Hosted = {
  path: pagePaths.consoleAuditExport,
  for: 'administrators',
  scope: 'audit:read',

  async show({ deps }) {
    const { exportedLines } = await import('../verifying/exported-lines.ts')
    const log = await openLog(deps)
    const lines = log && (await exportedLines(log))
    return lines && { fileName: 'sealed-log.ndjson', type: 'application/x-ndjson', pieces: inPieces(lines) }
  },
}

/** As `latchkey audit prove` prints it. */
const proofFile: Hosted = {
  path: `${pagePaths.consoleAudit}/{id}/proof`,
  for: 'administrators',
  scope: 'audit:read',

  async show({ deps, params }) {
    const { proofIn } = await import('../verifying/show-log.ts')
    const log = await openLog(deps)
    const proof = log && (await proofIn(log, params['id'] ?? ''))
    if (proof === undefined) return undefined
    return { fileName: 'event.tlog-proof', type: 'text/plain; charset=utf-8', pieces: inPieces([proof]) }
  },
}

export const sealedFiles: readonly Hosted[] = [exportFile, proofFile]

async function* inPieces(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let piece: string[] = []
  for await (const line of lines) {
    piece.push(`${line}\n`)
    if (piece.length < LINES_AT_ONCE) continue
    yield piece.join('')
    piece = []
  }
  yield piece.join('')
}
