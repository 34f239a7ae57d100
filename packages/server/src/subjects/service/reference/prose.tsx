/** Descriptions are written for Markdown as well: what stands between backticks is code. */
export const Prose = ({ text = '' }: { readonly text: string | undefined }) => (
  <>{text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
)
