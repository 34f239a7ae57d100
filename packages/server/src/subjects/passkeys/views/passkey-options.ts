import { Type } from 'typebox'
import { countField, flagField, listOf, textField } from '../../../gate/views/fields.ts'

export const ceremonyState = textField(
  'Comes back with what the browser answers. It is good once, for this browser, for five minutes.',
)

const credentials = (description: string) =>
  listOf(
    Type.Object({
      type: Type.Literal('public-key', { description: 'The one kind that there is.' }),
      id: textField('What its authenticator calls it, in base64url.'),
      transports: listOf(Type.String(), 'How a browser reaches it.'),
    }),
    description,
  )

const alike = {
  challenge: textField('32 random bytes in base64url, to be signed.'),
  timeout: countField('How long the browser may ask, in milliseconds.'),
}

const userVerification = Type.Literal('required', { description: 'The authenticator has to ask for a finger, a face or a PIN.' })

export const RegistrationOptions = Type.Object(
  {
    rp: Type.Object(
      { id: textField('The domain that the passkey is made for.'), name: textField('The name of the service.') },
      { description: 'Who it is for.' },
    ),
    user: Type.Object(
      {
        id: textField('A random id of the account, in base64url.'),
        name: textField('Its email address.'),
        displayName: textField('Its name.'),
      },
      { description: 'Whose it is.' },
    ),
    ...alike,
    pubKeyCredParams: listOf(
      Type.Object({
        type: Type.Literal('public-key', { description: 'The one kind that there is.' }),
        alg: countField('A number of the COSE registry.'),
      }),
      'Which signatures we can check, the best first.',
    ),
    attestation: Type.Literal('none', { description: 'Who made the authenticator is not asked.' }),
    excludeCredentials: credentials('Those that the account has already.'),
    authenticatorSelection: Type.Object(
      {
        residentKey: Type.Literal('required', { description: 'It has to be found without an address.' }),
        requireResidentKey: flagField('The same for older browsers.'),
        userVerification,
      },
      { description: 'Which authenticators will do.' },
    ),
    extensions: Type.Object(
      { credProps: flagField('Whether the browser is to say what it made.') },
      { description: 'What else is asked of the browser.' },
    ),
  },
  { title: 'PasskeyRegistrationOptions', description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()`.' },
)

export const AuthenticationOptions = Type.Object(
  {
    rpId: textField('The domain that the passkey was made for.'),
    ...alike,
    userVerification,
    allowCredentials: Type.Optional(credentials('Those that will do; any one where this is absent.')),
  },
  { title: 'PasskeyAuthenticationOptions', description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON()`.' },
)
