import type { Config } from '../../../platform/config/schema.ts'
import { AddressGuard } from '../../../platform/outgoing/address-guard.ts'
import { receiverAddress } from '../received/receiver.ts'

/** Where webhooks may lead. */
export function guardFor(config: Config): AddressGuard {
  const { profile, server, webhooks: allowed } = config
  return new AddressGuard({
    ...{ isProduction: profile === 'production', publicUrl: server.publicUrl, port: server.port },
    ...{ hosts: allowed.allowedHosts, networks: allowed.allowedNetworks, receiver: receiverAddress(config) },
  })
}
