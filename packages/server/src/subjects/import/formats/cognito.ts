import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { flagOf, objectOf, textOf, timeOf } from './fields.ts'
import { format, noConfig } from './format.ts'
import { nameOf, type Row, rowsOf, textsOf } from './nested.ts'

/**
 * Amazon Cognito: the users of `aws cognito-idp list-users`, or CSV with the columns of its own import. It gives out neither hashes nor
 * seeds.
 */
export const cognito = format({
  wrapper: 'Users',
  readConfig: noConfig,
  read(value) {
    const user = objectOf(value)
    if (!user) return { reason: 'not_json' }
    const own = attributesOf(user)
    const sourceId = textOf(own['sub']) ?? textOf(user['Username']) ?? textOf(user['cognito:username']) ?? ''
    const email = textOf(own['email'])
    if (user['UserStatus'] === 'ARCHIVED') return { reason: 'deleted_at_source', sourceId, email }
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    return importedRecord({
      ...{ sourceId, email, isVerified: flagOf(own['email_verified']), createdAt: timeOf(user['UserCreateDate'], 'seconds') },
      name: textOf(own['name']) ?? nameOf(own['given_name'], own['family_name']),
      language: textOf(own['locale'])?.split(/[-_]/, 1)[0],
      ban: user['Enabled'] === false ? { reason: undefined, until: undefined } : undefined,
      identities: rowsOf(own['identities']).flatMap(identityOf),
      ...factorsOf(user),
      // Not its attributes, which people may change where an app lets them.
      attributes: { sub: sourceId, email, username: user['Username'], groups: textsOf(user['Groups']) },
    })
  },
})

/** A list of names and values; `UserAttributes` where one was asked for, and columns in CSV. */
function attributesOf(user: Row): Row {
  const pairs = rowsOf(user['Attributes'] ?? user['UserAttributes'])
  return pairs.length === 0 ? user : Object.fromEntries(pairs.map((one) => [textOf(one['Name']) ?? '', one['Value']]))
}

const MAILED = 'EMAIL_OTP'

function factorsOf(user: Row): Partial<ImportedRecord> {
  const asked = textsOf(user['UserMFASettingList'])
  const isOther = rowsOf(user['MFAOptions']).length > 0 || flagOf(user['cognito:mfa_enabled'])
  return { hasMailedFactor: asked.includes(MAILED), hasUnsupportedFactor: isOther || asked.some((one) => one !== MAILED) }
}

function identityOf(one: Row): ImportedRecord['identities'] {
  const [provider, subject] = [textOf(one['providerName']), textOf(one['userId'])]
  return provider === undefined || subject === undefined ? [] : [{ provider, subject, email: undefined }]
}
