import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { keyed } from '../../../test/support/keyed.ts'

const root = path.resolve(import.meta.dirname, '../../../../..')
const example = path.join(root, 'examples/account-data')
const read = (file: string) => readFileSync(file, 'utf8')

it('the guide shows the example as it is', () => {
  const guide = read(path.join(root, 'docs/guide/account-data.md'))
  expect(guide).toContain(`\`\`\`json\n${read(path.join(example, 'latchkey.config.json'))}\`\`\``)
  expect(guide).toContain(`\`\`\`js\n${read(path.join(example, 'billing.mjs'))}\`\`\``)
})

it('the example works', async () => {
  const { data } = JSON.parse(read(path.join(example, 'latchkey.config.json')))
  const env = { DATA_FIELDS: JSON.stringify(data.fields), PORT: '0' }
  const here = await keyed(['users:read', 'data:read', 'data:write'], env)
  const { billing } = await import(path.join(example, 'billing.mjs'))
  const { find, write, change } = billing({ url: await here.listen(), key: here.key })
  await write(here.adaId, { customerId: 'c-1' })
  const { id } = await find('c-1')
  expect(id).toBe(here.adaId)
  let others = 1
  const { data: after } = await change(id, ({ plan }: { plan: string }) => {
    // Ada writes while the backend decides.
    if (others-- > 0) void here.ada.send('PATCH', '/auth/data', { data: { company: 'Acme' } })
    return { plan: plan === 'free' ? 'pro' : 'free' }
  })
  expect(after.plan).toBe('pro')
})
