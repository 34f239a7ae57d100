import { servedPath } from '../kernel/own-path.ts'
import { factsOfMail, type MailKind, type MailValues, variablesOf } from './mail-kinds.ts'

const SAMPLE_SERVER = { publicUrl: 'https://example.com', basePath: '', basePathAuth: false }
export const SAMPLE_CODE = '7K3M-Q9TX-B2ZH'
/** Opens an account by itself, so it is made to be pasted and not to be typed. */
export const SAMPLE_TOKEN = 'q7Zk2vX9mT4bR8wLc1Hn6JpYd3Gf5SaEu0KiVoNxBzQ'
export const SAMPLE_ID = '01939d2c-7f5a-7c3e-9b1a-5f0e8d2c4b6a'
export const SAMPLE_DIGITS = '482913'

export type MailSamples = { readonly usual: Partial<MailValues>; readonly empty: Partial<MailValues> }

const samples = {
  usual: {
    appName: 'Example',
    publicUrl: SAMPLE_SERVER.publicUrl,
    name: 'Ada Example',
    code: SAMPLE_CODE,
    link: `~/#code=${SAMPLE_CODE}`,
    expiresIn: 15 * 60_000,
    when: Date.UTC(2026, 0, 31, 12),
  },
  empty: { name: '' },
} satisfies MailSamples

export function joinSamples({ usual, empty }: MailSamples): void {
  Object.assign(samples.usual, usual)
  Object.assign(samples.empty, empty)
}

export const sampleOf = (kind: MailKind, server = SAMPLE_SERVER): Partial<MailValues> => {
  const values = { ...samples.usual, ...factsOfMail(kind).sample }
  const { publicUrl } = server
  return pick(kind, { ...values, publicUrl, link: `${publicUrl}${servedPath(server, values.link)}` })
}

/** Every branch of a template is rendered: with all values, without a name, and with only what is always there. */
export const samplesOf = (kind: MailKind): Partial<MailValues>[] => {
  const sample = sampleOf(kind)
  return [sample, { ...sample, name: '' }, { ...sample, ...pick(kind, samples.empty), ...factsOfMail(kind).bare }]
}

const pick = (kind: MailKind, values: Partial<MailValues>): Partial<MailValues> =>
  Object.fromEntries(variablesOf(kind).flatMap((variable) => (variable in values ? [[variable, values[variable]]] : [])))
