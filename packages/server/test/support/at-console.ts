import { administered } from './administered.ts'
import type { HtmlPage } from './html-page.ts'
import { PageVisitor } from './page-visitor.ts'

/** An administrator who has the console open, and Ada. */
export async function atConsole(env: Record<string, string> = {}) {
  const here = await administered(env)
  return { ...here, visitor: new PageVisitor(here.root) }
}

/** Sets filters and presses the button. */
export async function filter(visitor: PageVisitor, fields: Readonly<Record<string, string>>): Promise<HtmlPage> {
  const form = visitor.page.forms.find(({ values }) => values['_action'] === undefined)
  if (!form) throw new Error(`no filters on ${visitor.page.address}`)
  const unknown = Object.keys(fields).filter((name) => form.values[name] === undefined)
  if (unknown.length > 0) throw new Error(`no filter called ${unknown.join(', ')} on ${visitor.page.address}`)
  return visitor.open(`${form.action}?${new URLSearchParams({ ...form.values, ...fields })}`)
}

/** The rows of a table as they can be read, but for its head. */
export const rowsOf = (page: Pick<HtmlPage, 'textsOf'>): string[] => page.textsOf('<tr[^>]*>(.*?)</tr>').slice(1)
