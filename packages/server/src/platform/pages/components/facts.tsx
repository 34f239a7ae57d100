import type { ComponentChildren } from 'preact'

type Fact = readonly [label: string, value: ComponentChildren]

export const Facts = ({ facts }: { readonly facts: readonly (Fact | false)[] }) => (
  <dl class="facts">
    {facts.map(
      (fact) =>
        fact && (
          <>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </>
        ),
    )}
  </dl>
)
