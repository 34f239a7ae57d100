import path from 'node:path'
import type { Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { compile } from 'svelte/compiler'

const svelte = {
  name: 'svelte',
  transform: (code: string, id: string) =>
    id.endsWith('.svelte') ? compile(code, { filename: id, generate: 'client', dev: true }).js.code : undefined,
}

/** As frameworks are while one works on an app: only then do they complain of a page that is not what the server had sent. */
async function bundled(file: string): Promise<string> {
  const bundle = await rolldown({
    input: path.join(import.meta.dirname, file),
    platform: 'browser',
    plugins: [svelte],
    transform: {
      define: {
        'process.env.NODE_ENV': '"development"',
        __VUE_OPTIONS_API__: 'false',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
      },
    },
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  return output[0].code
}

/** A page of an app on the service's own host, where passkeys work without further settings. */
export async function pageOnService(page: Page, file: string, main = ''): Promise<string> {
  const code = await bundled(file)
  const html = `<!doctype html><title>An app</title>${main}<script type="module" src="/app.js"></script>`
  await page.route(/\/app\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
  await page.route(/\/app(\?.*)?$/, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  return '/app'
}
