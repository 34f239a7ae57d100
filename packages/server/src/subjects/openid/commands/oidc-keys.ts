import { withDeps } from '../../../gate/assembly/with-deps.ts'
import { CommandError, command } from '../../../platform/commands/command.ts'
import { ALGORITHMS } from '../clients/client.ts'
import { makeFirstKeys } from '../keys/keep-keys.ts'
import { keyView } from '../keys/key-view.ts'
import { rotateKey } from '../keys/rotate.ts'
import { clientsIn } from '../tables/clients.ts'
import { signingKeysIn } from '../tables/signing-keys.ts'

export const oidcKeysList = command({
  name: 'oidc keys list',
  summary: 'List the keys that sign the tokens of applications.',
  options: { json: { type: 'boolean', help: 'Print a JSON array.' } },

  async run({ values, terminal, config }) {
    const keys = await withDeps(config(), terminal, async ({ deps: { store, sharedTime } }) =>
      (await signingKeysIn(store).list()).map((key) => keyView(key, sharedTime.now())),
    )
    if (values.json) return terminal.out(JSON.stringify(keys, null, 2))
    for (const { kid, algorithm, state, signsFrom, signsUntil } of keys)
      terminal.out(
        `${kid}  ${algorithm}  ${state}  (signs from ${signsFrom}${signsUntil === null ? '' : ` until ${signsUntil}`})`,
      )
  },
})

export const oidcKeysRotate = command({
  name: 'oidc keys rotate',
  summary: 'Sign the tokens of applications with other keys, which are published a day before they sign.',
  options: { now: { type: 'boolean', help: 'After a leak: they sign at once, and nothing counts that others have signed.' } },

  async run({ values, terminal, config }) {
    const rotated = await withDeps(config(), terminal, async (context) => {
      if (!(await clientsIn(context.deps.store).hasAny())) throw new CommandError('There is no application yet, and so no key.')
      await makeFirstKeys(context.deps)
      let count = 0
      for (const algorithm of ALGORITHMS) if (await rotateKey(context, algorithm, values.now ? 'leaked' : 'asked')) count++
      return count
    })
    if (rotated === 0) terminal.out('The next keys are published already, and sign within a day. Nothing was changed.')
    else if (values.now) terminal.out('New keys sign from now on. Whatever others have signed counts no more.')
    else terminal.out('New keys are published, and sign from tomorrow on.')
  },
})
