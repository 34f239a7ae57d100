import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { afterCredentials } from '../../../gate/pages/after-credentials.ts'
import type { PageHooks } from '../../../gate/pages/page-hooks.ts'
import { readPasskey } from '../../../gate/pages/passkey-form.tsx'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { addedAt, disableTwoFactor, enableTwoFactor, keepsOthers } from '../../factors/index.ts'
import { addPasskey } from '../flows/add-passkey.ts'
import { passkeyOptions } from '../flows/passkey-options.ts'
import { removePasskey } from '../flows/remove-passkey.ts'
import { listPasskeys, renamePasskey } from '../flows/rename-passkey.ts'
import { signInWithPasskey } from '../flows/sign-in-with-passkey.ts'
import { canSignInWithPasskey } from '../steps/relying-party.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { PasskeysSection } from './passkeys-section.tsx'

export const passkeysPageHooks: PageHooks = {
  passkeySignIn: {
    isOn: canSignInWithPasskey,
    form: (props) => <PasskeySignIn {...props} />,
    submit: async (call) => afterCredentials(call, await call.run(signInWithPasskey, { body: readPasskey(call) })),
  },

  security: {
    rank: 2,
    content: async (panel) => <PasskeysSection {...panel} passkeys={(await panel.visit.run(listPasskeys)).passkeys} />,

    actions: () => ({
      async addPasskey(call) {
        const { state, passkey } = readPasskey(call)
        // Without a state no ceremony was begun: asking for options fails with the reason.
        if (state === '') await call.run(passkeyOptions)
        const name = call.fields['name']?.trim() || undefined
        await call.run(addPasskey, { body: { state, passkey, name, keepOtherSessions: keepsOthers(call) } })
        return new Redirect(addedAt(call, 'passkeys', 'passkey-added'))
      },

      async renamePasskey({ run, fields: { id = '', name } }) {
        await run(renamePasskey, { params: { id }, body: { name } })
        return new Redirect(doneAt('passkeys', 'passkey-renamed'))
      },

      async removePasskey({ run, fields: { id = '' } }) {
        await run(removePasskey, { params: { id } })
        return new Redirect(doneAt('passkeys', 'passkey-removed'))
      },

      async askForPasskey(call) {
        await call.run(enableTwoFactor, { body: { method: 'passkey', keepOtherSessions: keepsOthers(call) } })
        return new Redirect(addedAt(call, 'passkeys', 'passkey-gate'))
      },

      async stopAskingForPasskey({ run }) {
        await run(disableTwoFactor, { body: { method: 'passkey' } })
        return new Redirect(doneAt('passkeys', 'no-passkey-gate'))
      },
    }),
  },
}
