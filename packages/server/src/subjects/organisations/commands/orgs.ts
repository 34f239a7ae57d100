import { findAccount } from '../../../gate/assembly/find-account.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { withDeps } from '../../../gate/assembly/with-deps.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { pageOptions, readPageOptions } from '../../../gate/lists/page-options.ts'
import { command, UsageError } from '../../../platform/commands/command.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { typedSlug } from '../org-slug.ts'
import { readOrgQuery } from '../steps/org-query.ts'
import { setOwner } from '../steps/set-owner.ts'
import { organisationListIn } from '../tables/organisation-list.ts'
import { organisationsIn } from '../tables/organisations.ts'
import { organisationView } from '../views/organisation-view.ts'

export const orgsList = command({
  name: 'orgs list',
  summary: 'List organisations, newest first.',
  options: {
    search: {
      type: 'string',
      hint: 'TEXT',
      help: 'Only those with a word of the name or the short name that begins like this, or this id.',
    },
    ownerless: { type: 'boolean', help: 'Only those without an owner who could sign in.' },
    ...pageOptions,
    json: { type: 'boolean', help: 'Print a JSON array.' },
  },

  async run({ values, terminal, config }) {
    const page = readPageOptions(values)
    const query = readOrgQuery({ search: values.search, ownerless: values.ownerless ? 'true' : undefined })
    if ('problem' in query) throw new UsageError(query.problem)
    const { orgs } = await withEngine(config(), (engine) => organisationListIn(openStore(engine)).list(query.filter, page))
    if (values.json) return terminal.out(JSON.stringify(orgs.map(organisationView), null, 2))
    for (const { id, slug, name, ownerCount, memberCount } of orgs)
      terminal.out(`${id}  ${slug}  ${name}  (${memberCount} members, ${ownerCount} owners)`)
  },
})

export const orgsSetOwner = command({
  name: 'orgs set-owner',
  summary: 'Give an organisation one more owner, for one whose owners are all gone or banned.',
  operands: { organisation: 'Id or short name of the organisation.', user: 'Id or address of the account.' },
  options: {},

  async run({ operands, terminal, config }) {
    const { name, email } = await withDeps(config(), terminal, async (context) => {
      const { organisation, user } = operands
      const orgs = organisationsIn(context.deps.store)
      const org = await (isId(organisation) ? orgs.find(organisation) : orgs.findBySlug(typedSlug(organisation) ?? ''))
      if (!org) throw new Failure('org_not_found')
      const account = await findAccount(context.deps.store, user)
      await setOwner(context, org.id, account.id, undefined)
      return { name: org.name, email: account.email }
    })
    terminal.out(`${email} is an owner of ${name}.`)
  },
})
