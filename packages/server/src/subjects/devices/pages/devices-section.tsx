import type { Static } from 'typebox'
import { Section } from '../../../gate/pages/account/section.tsx'
import type { Panel, View } from '../../../gate/pages/view.ts'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { Form, type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { Ago, Time } from '../../../platform/pages/components/time.tsx'
import type { listDevices } from '../flows/devices.ts'

type Devices = Static<typeof listDevices.reply>

export function DevicesSection({ view, visit, list }: Panel & { readonly list: Devices }) {
  const words = view.t.security.devices
  const one: FormState = { view, visit, action: 'endDevice' }
  const all: FormState = { view, visit, action: 'endDevices' }
  const notices = { 'device-ended': words.ended, 'devices-ended': words.allEnded }
  if (list.total === 0 && !Object.hasOwn(notices, visit.query['done'] ?? '') && visit.failure?.action !== one.action) return null
  return (
    <Section id="devices" title={words.title} lead={words.lead} visit={visit} notices={notices}>
      <Refusal form={one} />
      <ul class="things">
        {list.devices.map((device) => (
          <li key={device.id}>
            <div class="thing">
              <Icon name="screen" />
              <div>
                <p id={`device-${device.id}`}>
                  <b>{nameOf(view, device)}</b>{' '}
                  {device.id === list.currentDeviceId && <span class="tag good">{words.current}</span>}
                </p>
                <p class="line">
                  <Ago view={view} label={words.lastSeen} at={device.lastSeenAt} />
                  <Time view={view} label={words.until} at={device.trustedUntil} />
                </p>
              </div>
            </div>
            <ButtonForm form={one} submit={words.end} hidden={{ id: device.id }} describedBy={`device-${device.id}`} />
          </li>
        ))}
      </ul>
      {list.total > 1 && (
        <ConfirmPanel summary={words.askEndAll} title={words.endAllTitle} isOpen={visit.failure?.action === all.action}>
          <Form form={all} submit={words.endAll} hasCancel>
            <p>{words.endAllConsequence}</p>
          </Form>
        </ConfirmPanel>
      )}
    </Section>
  )
}

function nameOf({ t }: View, { browser, system }: Devices['devices'][number]): string {
  const words = t.account.sessions
  if (browser === null) return system === null ? words.unknown : words.unknownOn(system)
  return system === null ? browser : words.on(browser, system)
}
