import { EVENT_TYPES } from '../../src/gate/audit/events.ts'
import { catalogues } from '../../src/platform/pages/words/catalogues.ts'
import { OCSF, ocsfOf } from '../../src/subjects/audit/streaming/ocsf.ts'

/** `docs/reference/audit-events.md`: every kind of event, and what collectors know it as. */
export const eventReference = (): string =>
  [
    '# Events of the audit log',
    '',
    'Generated from what the subjects say of their events and from `packages/server/src/subjects/audit/streaming/ocsf.ts`. The class is that of the',
    '[Open Cybersecurity Schema Framework](https://schema.ocsf.io); its number and that of the activity stand in every line that is',
    '[streamed](../guide/audit-log.md#for-collectors). An event whose `success` is false is the same activity, and failed. An event of another version of the',
    'service is of class 0.',
    '',
    '| Event | What happened | OCSF class: activity | Numbers |',
    '| --- | --- | --- | --- |',
    ...EVENT_TYPES.toSorted().map((type) => {
      const { classUid, activityId } = ocsfOf(type)
      return `| \`${type}\` | ${catalogues.en.console.events[type]} | ${OCSF[type] ?? ''} | ${classUid}, ${activityId} |`
    }),
    '',
  ].join('\n')
