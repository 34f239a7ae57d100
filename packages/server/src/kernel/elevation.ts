/** How somebody proves again who they are. */
export type StepUpMethod = 'password' | 'email'

/** The last proof that was given in a session: by signing in, or by a step-up. */
export interface Elevation {
  readonly method: StepUpMethod
  readonly at: number
}
