import { type ComponentChildren, createContext } from 'preact'

/** Whether what asks stands among other buttons, which it must not move. */
export const IsInRow = createContext(false)

/** Buttons beside each other. */
export const Acts = ({ children }: { readonly children: ComponentChildren }) => (
  <IsInRow.Provider value={true}>
    <div class="acts">{children}</div>
  </IsInRow.Provider>
)
