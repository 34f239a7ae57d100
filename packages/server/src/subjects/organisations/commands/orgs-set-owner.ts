import { findAccount } from '../../../gate/assembly/find-account.ts'
import { withDeps } from '../../../gate/assembly/with-deps.ts'
import { command } from '../../../platform/commands/command.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { typedSlug } from '../org-slug.ts'
import { setOwner } from '../steps/set-owner.ts'
import { organisationsIn } from '../tables/organisations.ts'

export const orgsSetOwner = command({
  name: 'orgs set-owner',
  summary: 'Give an organisation one more owner, for one whose owners are all gone or banned.',
  operands: { organisation: 'Id or short name of the organisation.', user: 'Id or address of the account.' },
  options: {},

  async run({ operands, terminal, config }) {
    const { name, email } = await withDeps(config(), terminal, async (context) => {
      const { store } = context.deps
      const { organisation } = operands
      const org = isId(organisation)
        ? await organisationsIn(store).find(organisation)
        : await organisationsIn(store).findBySlug(typedSlug(organisation) ?? '')
      if (!org) throw new Failure('org_not_found')
      const account = await findAccount(store, operands.user)
      await setOwner(context, org.id, account.id, undefined)
      return { name: org.name, email: account.email }
    })
    terminal.out(`${email} is an owner of ${name}.`)
  },
})
