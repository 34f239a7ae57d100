import { mailboxOf } from '../../core/codes/mailbox-cookie.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { CodeField } from '../components/code-field.tsx'
import { Form, type FormState } from '../components/form.tsx'
import { document, type Looks } from '../components/layout.tsx'
import { type Hosted, viewOf } from '../view.ts'
import { otherAccountQuestion } from './other-account.tsx'
import { verifyAction } from './verify-action.ts'

/** What is said of the code itself. */
export const CODE_REFUSALS = { code_invalid: 'code', code_expired: 'code', code_already_used: 'code' } as const

/** `/verify-email`: where the link of the mail leads. The code waits for a click, because mail scanners open links too. */
export const verifyEmailPage = (looks: Looks): Hosted => ({
  path: pagePaths.verifyEmail,
  for: 'anybody',
  shownAgain: ['code'],

  async show(visit) {
    const question = otherAccountQuestion(visit, looks)
    if (question) return question
    const view = viewOf(visit)
    const { t } = view
    const form: FormState = { view, visit, action: 'verify', fields: CODE_REFUSALS }
    const isKnown = mailboxOf(visit.deps, visit.cookies.mailbox, 'verification') !== undefined
    return document({
      view,
      visit,
      looks,
      title: t.verifyEmail.title,
      children: (
        <>
          <h1>{t.verifyEmail.title}</h1>
          <p>{t.verifyEmail.lead}</p>
          <Form form={form} submit={t.verifyEmail.submit}>
            <CodeField form={form} label={t.common.code} isFirst />
          </Form>
          <p class="aside">
            {t.verifyEmail.again}{' '}
            <a href={isKnown ? `${pagePaths.checkMail}?for=verification` : pagePaths.checkMail}>{t.verifyEmail.sendAgain}</a>
          </p>
        </>
      ),
    })
  },

  actions: { verify: verifyAction },
})
