import { deleteWithPassword } from '../../features/account/delete-with-password.ts'
import { requestDeletion } from '../../features/account/request-deletion.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import type { Looks } from '../components/layout.tsx'
import { checkFields, password } from '../public/check-fields.ts'
import type { Hosted } from '../view.ts'
import { accountDocument } from './account-document.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { ExportSection, exportFile } from './export-section.tsx'

/** `/account/data`: what is kept, and the end of it. */
export const dataPage = (looks: Looks): Hosted => ({
  path: pagePaths.accountData,
  for: 'people',

  show: (visit) =>
    accountDocument(visit, looks, {
      title: ({ data }) => data,
      content: (panel) => (
        <>
          <ExportSection {...panel} />
          <DeletionSection {...panel} />
        </>
      ),
    }),

  actions: {
    export: exportFile,

    async deleteAccount(call) {
      checkFields(call, { password })
      const { run, fields } = call
      await run(deleteWithPassword, { body: { password: fields['password'] } })
      return new Redirect(`${pagePaths.signedOut}?done=deleted`)
    },

    async requestDeletion({ run }) {
      await run(requestDeletion)
      return new Redirect(pagePaths.deleteAccount)
    },
  },
})
