import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { checkFields, digits } from '../../../gate/pages/check-fields.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Submission } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { revokeDevice, revokeDevices } from '../../devices/flows/devices.ts'
import { addPasskey } from '../../passkeys/flows/add-passkey.ts'
import { passkeyOptions } from '../../passkeys/flows/passkey-options.ts'
import { removePasskey } from '../../passkeys/flows/remove-passkey.ts'
import { renamePasskey } from '../../passkeys/flows/rename-passkey.ts'
import { readPasskey } from '../../passkeys/pages/read-passkey.ts'
import { beginTotp } from '../flows/begin-totp.ts'
import { confirmTotp } from '../flows/confirm-totp.ts'
import { createRecoveryCodes } from '../flows/create-recovery-codes.ts'
import { disableTwoFactor } from '../flows/disable-two-factor.ts'
import { enableTwoFactor } from '../flows/enable-two-factor.ts'
import { removeTotp } from '../flows/remove-totp.ts'
import { NewCodes } from './recovery-section.tsx'
import { TotpSetUp } from './totp-section.tsx'

const keeps = ({ fields }: Submission): boolean => fields['keepOtherSessions'] !== undefined
const named = ({ fields: { id = '' } }: Submission) => ({ id })

const showCodes = (call: Submission, looks: Looks, codes: readonly string[], done?: string) =>
  accountDocument(call, looks, {
    title: ({ security }) => security,
    content: ({ view }) => <NewCodes view={view} visit={call} codes={codes} {...(done !== undefined && { done })} />,
  })

/** What the owner of an account does with its second factors. What is seen only once is in the answer to its form. */
export const factorActions = (looks: Looks) => ({
  async beginTotp(call: Submission) {
    const begun = await call.run(beginTotp)
    return accountDocument(call, looks, {
      title: ({ security }) => security,
      content: ({ view }) => <TotpSetUp view={view} visit={call} begun={begun} />,
    })
  },

  async confirmTotp(call: Submission) {
    checkFields(call, { code: digits })
    const body = { code: call.fields['code'], keepOtherSessions: keeps(call) }
    const { recoveryCodes } = await call.run(confirmTotp, { body })
    return recoveryCodes ? showCodes(call, looks, recoveryCodes, 'totp') : new Redirect(doneAt('totp', 'totp'))
  },

  async removeTotp(call: Submission) {
    await call.run(removeTotp)
    return new Redirect(doneAt('totp', 'totp-removed'))
  },

  async makeCodes(call: Submission) {
    return showCodes(call, looks, (await call.run(createRecoveryCodes)).recoveryCodes)
  },

  async addPasskey(call: Submission) {
    const { state, passkey } = readPasskey(call)
    // Nothing was begun: then this says why it cannot be.
    if (state === '') await call.run(passkeyOptions)
    const name = call.fields['name']?.trim() || undefined
    await call.run(addPasskey, { body: { state, passkey, name, keepOtherSessions: keeps(call) } })
    return new Redirect(doneAt('passkeys', 'passkey-added'))
  },

  async renamePasskey(call: Submission) {
    await call.run(renamePasskey, { params: named(call), body: { name: call.fields['name'] } })
    return new Redirect(doneAt('passkeys', 'passkey-renamed'))
  },

  async removePasskey(call: Submission) {
    await call.run(removePasskey, { params: named(call) })
    return new Redirect(doneAt('passkeys', 'passkey-removed'))
  },

  async askForPasskey(call: Submission) {
    await call.run(enableTwoFactor, { body: { method: 'passkey', keepOtherSessions: keeps(call) } })
    return new Redirect(doneAt('passkeys', 'passkey-gate'))
  },

  async stopAskingForPasskey(call: Submission) {
    await call.run(disableTwoFactor, { body: { method: 'passkey' } })
    return new Redirect(doneAt('passkeys', 'no-passkey-gate'))
  },

  async endDevice(call: Submission) {
    await call.run(revokeDevice, { params: named(call) })
    return new Redirect(doneAt('devices', 'device-ended'))
  },

  async endDevices(call: Submission) {
    await call.run(revokeDevices)
    return new Redirect(doneAt('devices', 'devices-ended'))
  },
})
