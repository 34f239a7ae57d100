/** Uses the colours of the theme of the pages, so the theme has to come first. */
export const referenceStyle = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--text); font: 1rem/1.55 var(--font); overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.3; margin: 0; }
h1 { font-size: 1.75rem; letter-spacing: -.015em; }
h2 { font-size: 1.25rem; padding-top: 1rem; }
h2 a { color: inherit; text-decoration: none; }
h2 a:hover { text-decoration: underline; }
.route > h2 { font: 600 1rem/1.5 ui-monospace, Menlo, Consolas, monospace; padding: 0; }
h3 { font-size: .8125rem; font-weight: 500; color: var(--faint); margin: 1.25rem 0 .375rem; }
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
dl > div:target dt { text-decoration: underline; text-underline-offset: .3em; }
button, input, select { font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--edge); border-radius: var(--radius);
  min-height: 2.25rem; padding: .25rem .625rem; min-width: 0; max-width: 100%; }
button { cursor: pointer; font-size: .875rem; font-weight: 500; }
button:hover { background: var(--sunken); }
[hidden] { display: none !important; }
.method { color: var(--link); }
.group { border-top: 1px solid var(--line); margin-top: 2rem; }
.index { list-style: none; margin: .5rem 0 0; padding: 0; }
.index li { padding: .375rem 0; scroll-margin-top: 1rem; }
.index a { font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace; margin-inline-end: .5rem; }
.index li:target { background: var(--sunken); }
.search { display: flex; gap: .5rem; margin-bottom: .75rem; }
.search input { flex: 1; }
.codes { font-size: .875rem; }
.codes span { display: block; }
.codes a { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .8125rem; margin-inline-start: .375rem; }
.block { position: relative; }
.block button { position: absolute; inset: -.375rem 0 auto auto; min-height: 1.75rem; padding: 0 .5rem; font-size: .8125rem; }
.try { margin: 1rem 0 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: var(--radius); }
.try p { margin: 0 0 .75rem; }
.try label { display: grid; gap: .25rem; }
.result { margin-top: .75rem; }
.result .block button { inset: .375rem .375rem auto auto; }
.result pre { max-height: 24rem; overflow: auto; }
.result details { margin: .5rem 0; }
summary { cursor: pointer; width: max-content; max-width: 100%; font-size: .875rem; }
.route { padding: 1.5rem 0 1rem; scroll-margin-top: 1rem; border-top: 1px solid var(--line); margin-top: 1rem; }
.route:target > h2 { text-decoration: underline; text-underline-offset: .3em; }
nav { padding: 1rem; border-bottom: 1px solid var(--line); background: var(--ground); }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .125rem; }
nav ul ul { display: none; }
nav a { display: block; padding: .25rem .5rem; border-radius: var(--radius); font-size: .875rem; text-decoration: none; }
nav a:hover, nav [aria-current] { background: var(--sunken); }
nav [aria-current] { font-weight: 500; }
main { max-width: 52rem; padding: 1.5rem 1rem 6rem; }
@media (min-width: 64rem) {
  .columns { display: grid; grid-template-columns: 20rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; border-bottom: 0; border-inline-end: 1px solid var(--line); }
  nav ul, nav ul ul { display: block; }
  nav ul ul { padding-inline-start: .75rem; margin-bottom: .5rem; }
  nav ul ul a { font: .75rem/1.5 ui-monospace, Menlo, Consolas, monospace; padding: .125rem .5rem; }
  main { padding: 2rem 3rem 6rem; }
}
`
