import type { Asset } from '../../../platform/kernel/hosted-page.ts'
import { readAsset } from '../../../platform/kernel/read-asset.ts'
import { asset } from '../../../platform/pages/theme/image-asset.ts'

export const referenceScript = (): Asset => asset('docs.js', 'text/javascript; charset=utf-8', readAsset('docs.js'))
