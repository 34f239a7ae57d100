export interface Brand {
  readonly accent: string
  readonly onAccent: string
  readonly linkColour: string
  readonly darkAccent: string
  readonly darkOnAccent: string
  readonly darkLinkColour: string
  /** The address of an image; empty where the name stands alone. */
  readonly logo: string
}

export const plainBrand: Brand = {
  accent: '#3552c8',
  onAccent: '#ffffff',
  linkColour: '#3552c8',
  darkAccent: '#5b76e8',
  darkOnAccent: '#000000',
  darkLinkColour: '#8ea4ff',
  logo: '',
}
