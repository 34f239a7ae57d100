import { type Brand, plainBrand } from './brand.ts'

/** What every template is told of the service. */
export interface ServiceFacts extends Brand {
  /** `yes`, or empty where there are none: a mail gives no advice there that needs one. */
  readonly hasPasswords: 'yes' | ''
}

export const plainService: ServiceFacts = { ...plainBrand, hasPasswords: 'yes' }

export const SERVICE_VARIABLES = Object.keys(plainService)
