import { accountDocument } from '../../gate/pages/account/account-document.tsx'
import { Section } from '../../gate/pages/account/section.tsx'
import type { Looks } from '../../gate/pages/layout.tsx'
import type { Hosted } from '../../gate/pages/view.ts'
import { Redirect } from '../../platform/kernel/endpoint.ts'
import { Field, Form } from '../../platform/pages/components/form.tsx'
import { getMotto, setMotto } from './flow.ts'

export const mottoPage = (looks: Looks): Hosted => ({
  path: '~/account/motto',
  for: 'people',
  shownAgain: ['text'],

  show: (visit) =>
    accountDocument(visit, looks, {
      title: ({ profile }) => profile,
      async content({ view }) {
        const words = view.t.motto
        const { text } = await visit.run(getMotto)
        const form = { view, visit, action: 'save', fields: { motto_too_long: 'text' } } as const
        return (
          <Section id="motto" title={words.title} visit={visit} notices={{ saved: words.saved }}>
            <Form form={form} submit={words.save}>
              <Field form={form} name="text" label={words.title} autocomplete="off" value={text ?? ''} />
            </Form>
          </Section>
        )
      },
    }),

  actions: {
    async save({ run, fields: { text } }) {
      await run(setMotto, { body: { text } })
      return new Redirect('~/account/motto?done=saved')
    },
  },
})
