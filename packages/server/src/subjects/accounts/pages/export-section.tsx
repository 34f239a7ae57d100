import type { Static } from 'typebox'
import { Section } from '../../../gate/pages/account/section.tsx'
import type { Panel, Submission } from '../../../gate/pages/view.ts'
import type { Download } from '../../../platform/kernel/hosted-page.ts'
import { Form } from '../../../platform/pages/components/form.tsx'
import { exportAccount } from '../flows/export-account.ts'

export function ExportSection({ view, visit }: Panel) {
  const words = view.t.lifecycle.export
  if (!visit.deps.config.lifecycle.accountExport) return null
  return (
    <Section
      id="export"
      title={words.title}
      lead={words.lead}
      visit={visit}
      resumes={{ actions: ['export'], words: view.t.security.resumed }}
    >
      <ul class="points">
        {words.contents.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <p class="hint">{words.never}</p>
      <Form form={{ view, visit, action: 'export' }} submit={words.submit} tone="quiet" isSentWhenBack />
    </Section>
  )
}

export async function exportFile({ run }: Submission): Promise<Download> {
  const kept = await run(exportAccount)
  return { fileName: `account-${kept.exportedAt.slice(0, 10)}.json`, type: 'application/json', pieces: piecesOf(kept) }
}

/** So many rows take a millisecond or two to serialise: no other request waits longer. */
const ROWS_AT_ONCE = 500

async function* piecesOf(kept: Static<typeof exportAccount.reply>): AsyncGenerator<string> {
  let before = '{'
  for (const [name, part] of Object.entries(kept)) {
    yield `${before}${JSON.stringify(name)}:`
    before = ','
    if (Array.isArray(part)) yield* listOf(part)
    else yield JSON.stringify(part)
  }
  yield '}\n'
}

function* listOf(list: readonly unknown[]): Generator<string> {
  yield '['
  for (let from = 0; from < list.length; from += ROWS_AT_ONCE)
    yield (from === 0 ? '' : ',') + JSON.stringify(list.slice(from, from + ROWS_AT_ONCE)).slice(1, -1)
  yield ']'
}
