import type { View } from '../view.ts'

/** A moment. No request says where the reader is, so it is the same for all; the script of the pages shows it in local time. */
export function Time({ view: { language }, at }: { readonly view: View; readonly at: string }) {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return <time dateTime={at}>{`${format.format(new Date(at))} UTC`}</time>
}
