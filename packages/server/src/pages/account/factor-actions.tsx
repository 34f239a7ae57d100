import { revokeDevice } from '../../features/devices/revoke-device.ts'
import { revokeDevices } from '../../features/devices/revoke-devices.ts'
import { beginTotp } from '../../features/factors/begin-totp.ts'
import { confirmTotp } from '../../features/factors/confirm-totp.ts'
import { createRecoveryCodes } from '../../features/factors/create-recovery-codes.ts'
import { removeTotp } from '../../features/factors/remove-totp.ts'
import { addPasskey } from '../../features/passkeys/add-passkey.ts'
import { passkeyOptions } from '../../features/passkeys/passkey-options.ts'
import { removePasskey } from '../../features/passkeys/remove-passkey.ts'
import { renamePasskey } from '../../features/passkeys/rename-passkey.ts'
import { disableTwoFactor } from '../../features/two-factor/disable-two-factor.ts'
import { enableTwoFactor } from '../../features/two-factor/enable-two-factor.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import type { Looks } from '../components/layout.tsx'
import { checkFields, digits } from '../public/check-fields.ts'
import { readPasskey } from '../public/read-passkey.ts'
import type { Submission } from '../view.ts'
import { accountDocument } from './account-document.tsx'
import { doneAt } from './done-at.ts'
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
