import { pagePaths } from '../../../gate/page-paths.ts'
import { Section } from '../../../gate/pages/account/section.tsx'
import type { PageProps } from '../../../gate/pages/view.ts'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { CopyButton } from '../../../platform/pages/components/copy-button.tsx'
import { type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { type FactorsPanel, hasStrongFactor } from './factors-panel.ts'
import { addedNotices } from './other-devices.tsx'

export function RecoverySection({ view, visit, factors }: FactorsPanel) {
  const { recovery: words, resumed } = view.t.security
  const { twoFactorEnabled, recoveryCodes } = factors
  if (!twoFactorEnabled) return null
  const form: FormState = { view, visit, action: 'makeCodes' }
  const left = recoveryCodes?.remaining ?? 0
  return (
    <Section
      id="recovery"
      title={words.title}
      lead={words.lead}
      visit={visit}
      state={<span class="tag">{left === 0 ? words.none : words.left(String(left))}</span>}
      resumes={{ actions: ['makeCodes'], words: resumed }}
    >
      <Refusal form={form} />
      {recoveryCodes === null ? (
        <ButtonForm form={form} submit={words.make} tone={hasStrongFactor(factors) ? 'plain' : 'quiet'} />
      ) : (
        <ConfirmPanel summary={words.ask} title={words.askTitle}>
          <p>{words.consequence}</p>
          <ButtonForm form={form} submit={words.submit} tone="plain" hasCancel />
        </ConfirmPanel>
      )}
    </Section>
  )
}

type NewCodesProps = PageProps & { readonly codes: readonly string[]; readonly done: string | undefined }

/** The codes are shown only here, in the answer to the form that makes them. */
export function NewCodes({ view, visit, codes, done }: NewCodesProps) {
  const words = view.t.security.recovery
  const text = codes.join('\n')
  return (
    <Section
      id="recovery"
      title={words.codesTitle}
      lead={words.codesLead}
      visit={done === undefined ? visit : { ...visit, query: { done } }}
      notices={addedNotices(view, 'totp', view.t.security.totp.done)}
    >
      <pre class="codes" id="codes">
        {text}
      </pre>
      <Acts>
        <ButtonLink href={pagePaths.accountSecurity} words={words.kept} />
        <button type="button" class="quiet" data-print hidden>
          {words.print}
        </button>
        {/* The address holds the file itself: the codes are not requested from a server. */}
        <a class="button quiet" href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="recovery-codes.txt">
          {words.save}
        </a>
        <CopyButton of="codes" words={words} />
      </Acts>
    </Section>
  )
}
