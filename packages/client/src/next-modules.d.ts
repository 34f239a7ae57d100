/** As far as we need Next.js, so that it need not be installed for the types. */
declare module 'next/headers' {
  export function headers(): Promise<Headers>
}
declare module 'next/navigation' {
  export function redirect(address: string): never
}
