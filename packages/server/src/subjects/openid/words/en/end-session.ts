/** An application sends a person here to be signed out. */
export const endSession = {
  lead: (app: string) => `${app} has asked to sign you out.`,
  leadWithout: 'An application has asked to sign you out.',
}
