import path from 'node:path'
import { command, UsageError } from '../platform/commands/command.ts'
import { DEFAULT_LANGUAGE } from '../platform/kernel/language.ts'
import { catalogues } from '../platform/pages/words/catalogues.ts'

export const pagesPreview = command({
  name: 'pages preview',
  summary: 'Write the hosted pages to a folder as they look with your settings, with people that there are not.',
  options: {
    to: { type: 'string', hint: 'FOLDER', help: 'Where to; ./pages-preview unless given.' },
    language: {
      type: 'string',
      hint: 'LANGUAGE',
      help: `Language to show them in, such as de; ${DEFAULT_LANGUAGE} unless given.`,
    },
  },

  async run({ values, terminal, config }) {
    const { language = DEFAULT_LANGUAGE, to = 'pages-preview' } = values
    if (!Object.hasOwn(catalogues, language))
      throw new UsageError(`--language must be one of ${Object.keys(catalogues).join(', ')}`)
    const folder = path.resolve(terminal.cwd, to)
    // Imported here, because few commands need the whole service.
    const { startSample } = await import('./preview/sample-service.ts')
    const { writePages } = await import('./preview/write-pages.ts')
    const service = await startSample(config(), language)
    try {
      const count = await writePages(service, folder)
      terminal.out(`${count} pages are in ${folder}. Open ${path.join(folder, 'index.html')}.`)
    } finally {
      await service.stop()
    }
  },
})
