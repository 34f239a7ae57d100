/** Uses the colours of the theme of the pages, so the theme has to come first. */
export const referenceStyle = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--text); font: 1rem/1.55 var(--font); overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.3; margin: 0; }
h1 { font-size: 1.75rem; letter-spacing: -.015em; }
h2 { font-size: 1.25rem; padding-top: 1rem; }
h3 { font: 600 1rem/1.5 ui-monospace, Menlo, Consolas, monospace; display: flex; flex-wrap: wrap; gap: 0 .625rem; }
h3 span { min-width: 0; }
h4 { font-size: .8125rem; font-weight: 500; color: var(--faint); margin: 1.25rem 0 .375rem; }
p { margin: .5rem 0; }
a { color: var(--link); text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
code, pre { font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre { margin: 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--ground);
  white-space: pre-wrap; }
dl { margin: 0; }
dl > div { padding: .375rem 0; border-top: 1px solid var(--line); }
dl > div:first-child { border-top: 0; }
dd { margin: 0; color: var(--faint); font-size: .875rem; }
small, dd span { color: var(--faint); font-size: .8125rem; }
details { margin-top: 1.25rem; }
summary { cursor: pointer; width: max-content; max-width: 100%; font-size: .875rem; font-weight: 500; }
.method { color: var(--link); }
.group { border-top: 1px solid var(--line); margin-top: 2rem; }
.route { padding: 1.5rem 0 .5rem; scroll-margin-top: 1rem; }
.route:target h3 { text-decoration: underline; text-underline-offset: .3em; }
nav { padding: 1rem; border-bottom: 1px solid var(--line); background: var(--ground); }
nav details { margin: 0; }
nav summary { width: 100%; padding: .375rem .5rem; border-radius: var(--radius); }
nav summary:hover { background: var(--sunken); }
nav ul { list-style: none; margin: 0 0 .5rem; padding: 0 0 0 1rem; }
nav li a { display: block; padding: .1875rem .5rem; font: .8125rem/1.5 ui-monospace, Menlo, Consolas, monospace; text-decoration: none; }
nav li a:hover { text-decoration: underline; }
main { max-width: 52rem; padding: 1.5rem 1rem 6rem; }
@media (min-width: 64rem) {
  .columns { display: grid; grid-template-columns: 20rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; border-bottom: 0; border-inline-end: 1px solid var(--line); }
  main { padding: 2rem 3rem 6rem; }
}
`
