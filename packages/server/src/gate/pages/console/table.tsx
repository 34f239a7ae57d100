import type { ComponentChildren } from 'preact'

interface TableProps {
  readonly class: string
  readonly caption: string
  readonly columns: readonly (string | readonly [words: string, kind: string])[]
  readonly children: ComponentChildren
}

export const Table = ({ class: kind, caption, columns, children }: TableProps) => (
  <table class={kind}>
    <caption class="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {columns.map((column) =>
          typeof column === 'string' ? (
            <th scope="col">{column}</th>
          ) : (
            <th scope="col" class={column[1]}>
              {column[0]}
            </th>
          ),
        )}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
