/** Uses the colours of the theme of the pages, so the theme has to come first. */
export const devInboxStyle = `
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem 1rem 4rem; background: var(--surface); color: var(--text);
  font: 1rem/1.5 var(--font); overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 .25rem; }
h3 { font-size: .875rem; font-weight: 600; color: var(--faint); margin: 1.5rem 0 .5rem; }
h3 a { font-weight: 400; margin-left: .75rem; }
p { margin: 0 0 .75rem; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; }
.tabs { display: flex; gap: 1.25rem; margin: 0 0 1rem; border-bottom: 1px solid var(--line); }
.tabs a { padding: .375rem 0; color: inherit; text-decoration: none; border-bottom: 2px solid transparent; }
.tabs a[aria-current] { font-weight: 600; border-color: var(--link); }
.notice { padding: .625rem .875rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--sunken); }
.actions { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-bottom: 1.5rem; }
.about { color: var(--faint); }
.about b { color: var(--text); font-weight: 500; }
.code { margin: 1rem 0; padding: .875rem 1rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--ground); }
.code h3 { margin: 0; }
.code code { display: block; margin: .25rem 0 .5rem; font-size: clamp(1.375rem, 7vw, 2rem); font-weight: 600; line-height: 1.35;
  cursor: text; -webkit-user-select: all; user-select: all; }
.code .long { font-size: 1.25rem; }
iframe { display: block; width: 100%; height: 46rem; max-height: 90vh; border: 1px solid var(--line); border-radius: .75rem; resize: vertical; }
pre { margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--ground); font-size: .875rem;
  line-height: 1.55; white-space: pre-wrap; }
nav { margin-top: 2.5rem; }
nav h2 { font-size: .875rem; color: var(--faint); margin: 0 0 .5rem; }
ol { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li a { display: block; padding: .625rem .875rem; color: inherit; text-decoration: none; font-size: .875rem; }
li a:hover { background: var(--ground); }
li a:focus-visible { outline-offset: -3px; border-radius: .75rem; }
li a[aria-current] { background: var(--sunken); }
li b, li span, li time { display: block; }
li b { font-weight: 600; }
li time, .about time { color: var(--faint); font-variant-numeric: tabular-nums; }
.empty { padding: 3rem 1.25rem; border: 1px dashed var(--line); border-radius: .75rem; text-align: center; }
.empty p { max-width: 36rem; margin: 0 auto; color: var(--faint); }
@media (max-width: 30rem) {
  iframe { width: calc(100% + 2rem); margin: 0 -1rem; border-width: 1px 0; border-radius: 0; }
}
@media (min-width: 60rem) {
  body { padding: 2rem 2rem 4rem; }
  .jump { display: none; }
  .columns { display: grid; grid-template-columns: 20rem minmax(0, 1fr); gap: 2rem; align-items: start; }
  .columns main { grid-area: 1 / 2; }
  nav { grid-area: 1 / 1; margin: 0; position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
}
.search { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 1rem; }
.search input, .search select, .search button { min-height: 2.25rem; padding: .25rem .625rem; font: inherit; font-size: .875rem; color: inherit;
  background: var(--surface); border: 1px solid var(--edge); border-radius: var(--radius); min-width: 0; }
.search input, .search select { flex: 1 1 10rem; }
.search button { font-weight: 500; cursor: pointer; }
`
