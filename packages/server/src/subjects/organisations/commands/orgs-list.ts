import { openStore } from '../../../gate/assembly/open-store.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { pageOptions, readPageOptions } from '../../../gate/lists/page-options.ts'
import { command, UsageError } from '../../../platform/commands/command.ts'
import { readOrgQuery } from '../steps/org-query.ts'
import { organisationListIn } from '../tables/organisation-list.ts'
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
    const wanted = readOrgQuery({ search: values.search, ownerless: values.ownerless ? 'true' : undefined })
    if ('problem' in wanted) throw new UsageError(wanted.problem)
    const { orgs } = await withEngine(config(), (engine) => organisationListIn(openStore(engine)).list(wanted.filter, page))
    if (values.json) return terminal.out(JSON.stringify(orgs.map(organisationView), null, 2))
    for (const { id, slug, name, ownerCount, memberCount } of orgs)
      terminal.out(`${id}  ${slug}  ${name}  (${memberCount} members, ${ownerCount} owners)`)
  },
})
