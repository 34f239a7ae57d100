import { assetRoute, documentRoute } from './asset-routes.ts'
import { endpointRoutes } from './endpoint-route.ts'
import { hostedPageRoutes } from './hosted-page-routes.ts'
import type { MountOptions } from './mount-options.ts'
import { pageRoute } from './page-route.ts'
import type { Route } from './route-table.ts'

/** Everything that the service answers to. */
export const allRoutes = <Deps, Caller>(options: MountOptions<Deps, Caller>): readonly Route[] => [
  ...Object.entries(options.endpoints).flatMap((endpoint) => endpointRoutes(endpoint, options)),
  documentRoute(options.openApi),
  ...options.assets.map(assetRoute),
  ...options.hostedPages.flatMap((page) => hostedPageRoutes(page, options)),
  ...options.pages.map((page) => pageRoute(page, options)),
]
