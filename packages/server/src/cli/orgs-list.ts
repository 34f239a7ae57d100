import { organisationView } from '../core/views/organisation-view.ts'
import { Store } from '../store/store.ts'
import { command } from './command.ts'
import { pageOptions, readPageOptions } from './page-options.ts'
import { withEngine } from './with-engine.ts'

export const orgsList = command({
  name: 'orgs list',
  summary: 'List organisations, newest first.',
  options: {
    search: {
      type: 'string',
      hint: 'TEXT',
      help: 'Only those whose short name, or a word of whose name, begins like this, or this id.',
    },
    ownerless: { type: 'boolean', help: 'Only those without an owner who could sign in.' },
    ...pageOptions,
    json: { type: 'boolean', help: 'Print a JSON array.' },
  },

  async run({ values, terminal, config }) {
    const page = readPageOptions(values)
    const filter = { search: values.search?.trim() ?? '', isOwnerless: values.ownerless ? true : undefined }
    const { orgs } = await withEngine(config(), (engine) => new Store(engine).organisationList.list(filter, page))
    if (values.json) return terminal.out(JSON.stringify(orgs.map(organisationView), null, 2))
    for (const { id, slug, name, ownerCount, memberCount } of orgs)
      terminal.out(`${id}  ${slug}  ${name}  (${memberCount} members, ${ownerCount} owners)`)
  },
})
