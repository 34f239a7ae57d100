import { pagePaths } from '../../../gate/page-paths.ts'
import { Section } from '../../../gate/pages/account/section.tsx'
import type { PageProps } from '../../../gate/pages/view.ts'
import { Ask } from '../../../platform/pages/components/ask.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { type FactorsPanel, isStrong } from './factors-panel.ts'

/** For accounts that owe a second factor: the codes that stand in for it. */
export function RecoverySection({ view, visit, factors }: FactorsPanel) {
  const { security } = view.t
  const words = security.recovery
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
      resumes={{ actions: ['makeCodes'], words: security.resumed }}
    >
      <Refusal form={form} />
      {recoveryCodes === null ? (
        <ButtonForm form={form} submit={words.make} tone={isStrong(factors) ? 'plain' : 'quiet'} />
      ) : (
        <Ask summary={words.ask} title={words.askTitle}>
          <p>{words.consequence}</p>
          <ButtonForm form={form} submit={words.submit} tone="plain" hasCancel />
        </Ask>
      )}
    </Section>
  )
}

interface NewCodesProps extends PageProps {
  readonly codes: readonly string[]
  /** What was done beside that. */
  readonly done?: string
}

const ID = 'codes'

/** The answer to the form that makes them: the one time that they are seen. */
export function NewCodes({ view, visit, codes, done }: NewCodesProps) {
  const words = view.t.security.recovery
  return (
    <Section
      id="recovery"
      title={words.codesTitle}
      lead={words.codesLead}
      visit={done === undefined ? visit : { ...visit, query: { done } }}
      notices={{ totp: view.t.security.totp.done }}
    >
      <pre class="codes" id={ID}>
        {codes.join('\n')}
      </pre>
      <div class="acts">
        <ButtonLink href={pagePaths.accountSecurity} words={words.kept} />
        <button type="button" class="quiet" data-print hidden>
          {words.print}
        </button>
        {/* The address is the file: nothing of it is asked for anywhere. */}
        <a
          class="button quiet"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(codes.join('\n'))}`}
          download="recovery-codes.txt"
        >
          {words.save}
        </a>
        <button type="button" class="quiet copy" data-copy={ID} data-copied={words.copied}>
          <Icon name="copy" />
          <span aria-live="polite">{words.copy}</span>
        </button>
      </div>
    </Section>
  )
}
