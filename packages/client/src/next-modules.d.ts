/** The parts of Next.js that are used, so that the types do not need it installed. */
declare module 'next/headers' {
  export function headers(): Promise<Headers>
}
declare module 'next/navigation' {
  export function redirect(address: string): never
}
