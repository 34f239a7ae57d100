import { Liquid } from 'liquidjs'
import { DEFAULT_LANGUAGE } from '../kernel/language.ts'
import { once } from '../kernel/once.ts'
import type { TemplateCatalogue, TemplateFiles } from './template-files.ts'

export type Part = 'txt' | 'html'

export type TemplateSet = {
  readonly language: string
  readonly files: TemplateFiles
  readonly engines: Readonly<Record<Part, Liquid>>
}

export interface TemplateSets {
  for(language: string, file: string): TemplateSet
  /** The voices that contain a file of the operator's. */
  readonly changed: readonly (() => TemplateSet)[]
}

/** An unknown language is written in English. Each voice is made when it is first used. */
export function voicesOf(ours: TemplateCatalogue, own: TemplateCatalogue): TemplateSets {
  const inLanguage = new Map(
    [...ours.ofLanguage].map(([language, files]) => [
      language,
      once(() => voice(language, [ours.all, files, own.all, own.ofLanguage.get(language)])),
    ]),
  )
  // An operator's file for all languages is in one language, which we do not know. Its frame is English, as before mails had
  // languages, because a frame in the reader's language would not fit.
  const forAll = once(() => voice(DEFAULT_LANGUAGE, [ours.all, ours.ofLanguage.get(DEFAULT_LANGUAGE), own.all]))
  return {
    for(language, file) {
      const isForAll = own.all.has(file) && !own.ofLanguage.get(language)?.has(file)
      return (isForAll ? forAll : (inLanguage.get(language) ?? inLanguage.get(DEFAULT_LANGUAGE) ?? forAll))()
    },
    changed: [
      ...(own.all.size > 0 ? [forAll] : []),
      ...[...own.ofLanguage.keys()].flatMap((language) => inLanguage.get(language) ?? []),
    ],
  }
}

/** Of several files with the same name the last one counts. */
function voice(language: string, shelves: readonly (TemplateFiles | undefined)[]): TemplateSet {
  const files = new Map(shelves.flatMap((shelf) => [...(shelf ?? [])]))
  return { language, files, engines: { txt: newEngine(files, 'txt'), html: newEngine(files, 'html') } }
}

/** Works on a map of the known files, so that a template cannot reach the disk. A file is read when it is first used. */
function newEngine(files: TemplateFiles, part: Part): Liquid {
  const templates: Record<string, string> = Object.create(null)
  for (const [name, { source }] of files) {
    if (name.endsWith(`.${part}.liquid`)) Object.defineProperty(templates, name, { get: source, enumerable: true })
  }
  const engine = new Liquid({
    templates,
    cache: true,
    strictFilters: true,
    strictVariables: true,
    ownPropertyOnly: true,
    ...(part === 'html' && { outputEscape: 'escape' }),
  })
  // No value is HTML, so no template needs the filter that switches the escaping off.
  engine.unregisterFilter('raw')
  return engine
}
