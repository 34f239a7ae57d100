import { DataFacts } from '../../../gate/data/pages/data-facts.tsx'
import { DataFields } from '../../../gate/data/pages/data-fields.tsx'
import { checkedData } from '../../../gate/data/pages/typed-data.ts'
import { readableBy, writableBy } from '../../../gate/data/rights.ts'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { Section } from '../../../gate/pages/account/section.tsx'
import type { Panel, Submission } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Form } from '../../../platform/pages/components/form.tsx'
import { changeOwnData, getData } from '../flows/own-data.ts'

/** What the owner may only see stands above the form. Nothing at all where no field is declared for owners. */
export async function DataSection({ view, visit }: Panel) {
  const { fields } = visit.deps.config.data
  const [readable, writable] = [readableBy(fields, 'owner'), writableBy(fields, 'owner')]
  if (readable.length === 0) return null
  const words = view.t.data
  const { data } = await visit.run(getData)
  const shown = readable.filter((field) => !writable.includes(field))
  const form = { view, visit, action: 'saveData' }
  return (
    <Section id="data" title={words.title} lead={words.lead} visit={visit} notices={{ data: words.done }}>
      <DataFacts view={view} fields={shown} values={data} />
      {writable.length > 0 && (
        <Form form={form} submit={words.submit} tone="quiet">
          <DataFields form={form} fields={writable} values={data} />
        </Form>
      )}
    </Section>
  )
}

export async function saveOwnData(call: Submission): Promise<Redirect> {
  const data = checkedData(call, writableBy(call.deps.config.data.fields, 'owner'))
  await call.run(changeOwnData, { body: { data } })
  return new Redirect(doneAt('data', 'data'))
}
