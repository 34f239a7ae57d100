import { pagePaths } from '../../../gate/page-paths.ts'
import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import { checkFields, password } from '../../../gate/pages/check-fields.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Hosted } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { deleteWithPassword } from '../flows/delete-with-password.ts'
import { requestDeletion } from '../flows/request-deletion.ts'
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
