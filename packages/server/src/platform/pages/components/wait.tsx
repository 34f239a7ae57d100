import type { View } from '../view.ts'
import { sentence } from './sentence.ts'

/** Longer times are shown in minutes; the script does the same. */
const MOST_SECONDS = 90

/** A script counts the seconds down, which are not read out each time. */
export function Wait({ view, seconds }: { readonly view: View; readonly seconds: number }) {
  const { tryAgainIn, tryNow } = view.t.forms
  return (
    <span aria-live="off" data-wait={seconds}>
      <span>{sentence(tryAgainIn, <span data-left>{lengthOf(view, seconds)}</span>)}</span>
      <span hidden>{tryNow}</span>
    </span>
  )
}

function lengthOf({ locale }: View, seconds: number): string {
  const [count, unit] = seconds > MOST_SECONDS ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
