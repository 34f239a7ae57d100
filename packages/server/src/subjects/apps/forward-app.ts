import { isRole, type Role } from '../../gate/accounts/roles.ts'
import { bad, good, type Options, type Setting } from '../../platform/config/kinds.ts'
import { list, origin } from '../../platform/config/list-kinds.ts'

export interface ForwardApp {
  readonly origin: string
  readonly role: Role | undefined
  readonly needsSecondFactor: boolean
  readonly needsVerified: boolean
}

export const forwardApps = (options: Omit<Options<never>, 'default'>): Setting<readonly ForwardApp[]> =>
  list(options, 'comma-separated origins with demands', forwardApp, shownApp, namedTwice)

const shownApp = ({ origin, role, needsSecondFactor, needsVerified }: ForwardApp): string =>
  [origin, role && `role=${role}`, needsSecondFactor && '2fa', needsVerified && 'verified'].filter(Boolean).join(';')

/** Of an application that is listed twice, only one entry's demands would hold. */
function namedTwice(apps: readonly ForwardApp[]): string | undefined {
  const twice = apps.find(({ origin }, at) => apps.findIndex((one) => one.origin === origin) < at)
  return twice && `names ${twice.origin} twice; write all its demands behind one`
}

function forwardApp(text: string): { value: ForwardApp } | { problem: string } {
  const [named = '', ...demands] = text.split(';').map((part) => part.trim())
  const found = origin(named)
  if ('problem' in found) return found
  const unknown = demands.find(
    (demand) => !/^(?:2fa|verified|role=.+)$/.test(demand) || demands.filter((one) => one === demand).length > 1,
  )
  if (unknown !== undefined) return bad(`"${unknown}" is no demand of ${named}: role=admin, 2fa and verified are, each once`)
  const [role, second] = demands.flatMap((demand) => (demand.startsWith('role=') ? [demand.slice('role='.length)] : []))
  if (second !== undefined || (role !== undefined && !isRole(role)))
    return bad(`"${named}" demands a role that does not exist, or several`)
  return good({ origin: named, role, needsSecondFactor: demands.includes('2fa'), needsVerified: demands.includes('verified') })
}
