import { Table } from '../../../gate/pages/console/table.tsx'
import type { View } from '../../../gate/pages/view.ts'
import { dayText } from './day-chart.tsx'

type Day = { readonly day: string; readonly signUps: number; readonly signIns: number; readonly failedSignIns: number }

export function DaysTable({ view, days }: { readonly view: View; readonly days: readonly Day[] }) {
  const words = view.t.console.dashboard
  const text = new Intl.NumberFormat(view.locale).format
  return (
    <details class="panel fold">
      <summary>{words.asTable}</summary>
      <div class="sheet">
        <Table
          class="plain days"
          caption={words.tableCaption}
          columns={[words.day, [words.signUps, 'number'], [words.signIns, 'number'], [words.failedSignIns, 'number']]}
        >
          {days.toReversed().map(({ day, signUps, signIns, failedSignIns }, at) => (
            <tr key={day}>
              <th scope="row">{at === 0 ? words.today : dayText(view, day)}</th>
              <td>{text(signUps)}</td>
              <td>{text(signIns)}</td>
              <td>{text(failedSignIns)}</td>
            </tr>
          ))}
        </Table>
      </div>
    </details>
  )
}
