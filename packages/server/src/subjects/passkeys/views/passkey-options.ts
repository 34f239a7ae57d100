import { Type } from 'typebox'

const Descriptor = Type.Object({ type: Type.Literal('public-key'), id: Type.String(), transports: Type.Array(Type.String()) })

export const RegistrationOptions = Type.Object(
  {
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    challenge: Type.String(),
    pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
    timeout: Type.Integer(),
    attestation: Type.Literal('none'),
    excludeCredentials: Type.Array(Descriptor),
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Boolean(),
      userVerification: Type.Literal('required'),
    }),
    extensions: Type.Object({ credProps: Type.Boolean() }),
  },
  { title: 'PasskeyRegistrationOptions', description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()`.' },
)

export const AuthenticationOptions = Type.Object(
  {
    rpId: Type.String(),
    challenge: Type.String(),
    timeout: Type.Integer(),
    userVerification: Type.Literal('required'),
    allowCredentials: Type.Optional(Type.Array(Descriptor)),
  },
  { title: 'PasskeyAuthenticationOptions', description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON()`.' },
)
