import { timestamp } from '../../../platform/kernel/clock.ts'

const TABS = { mails: ['~/dev/inbox', 'Mails'], webhooks: ['~/dev/webhooks', 'Webhooks'] } as const

/** What a developer sees without any server: what is mailed, and what servers are told. */
export const DevTabs = ({ here }: { readonly here: keyof typeof TABS }) => (
  <p class="tabs">
    {Object.entries(TABS).map(([name, [path, title]]) => (
      <a key={name} href={path} {...(name === here && { 'aria-current': 'page' as const })}>
        {title}
      </a>
    ))}
  </p>
)

export const DevTime = ({ at }: { readonly at: number }) => {
  const iso = timestamp(at)
  return <time dateTime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`}</time>
}
