import { httpSettings } from '../../../gate/assembly/http-settings.ts'
import { declaredShapes } from '../../../gate/data/schemas.ts'
import { joined } from '../../../gate/join.ts'
import { command } from '../../../platform/commands/command.ts'
import { openApi } from '../../../platform/http/openapi.ts'
import { dataTypes } from '../client-types.ts'

export const openapi = command({
  name: 'openapi',
  summary: 'Print the OpenAPI document of the service as it is configured, or the types of declared fields for its client.',
  options: {
    types: { type: 'boolean', help: 'Print a TypeScript declaration for latchkey-client, to save beside your sources.' },
  },

  async run({ values, terminal, config }) {
    const settings = config()
    if (values.types) return terminal.out(dataTypes(settings))
    const endpoints = Object.assign({}, ...joined.map((one) => one.endpoints))
    terminal.out(JSON.stringify(openApi(endpoints, { ...httpSettings(settings), declared: declaredShapes(settings) }), null, 2))
  },
})
